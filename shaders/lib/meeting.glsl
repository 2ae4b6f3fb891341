// Workgroups that wait for each other within a launch. That is for launches of few enough of them: nothing
// promises that a workgroup begins before another has ended. So all meet at the beginning, where who waits
// too long tells all to go home before anything is done; those that have begun get on (solvers/meeting.hpp).
//
// A counter for all: an array of arrivals, which each workgroup looks through, took longer (H200: 13 to
// 20 percent of CG on 16^4). Of an iteration on 8^4, 18 us, the five meetings take 7. Without hops and sums,
// with meetings, vector updates and all that is written, 32 iterations take 412 us of 600 there. What needs
// nothing of the others is done between `arrive` and `all_arrived`.
//
// Wants MEETING, a uvec2 in a buffer that is COUNTED, 0 before the launch: how many have come, to all
// meetings together, and what became of the first one.
const uint UNDECIDED = 0, ALL_HERE = 1, GIVEN_UP = 2, STUCK = 3;
const uint PATIENCE = 1u << 16;    // turns, some tens of milliseconds, for all to begin
const uint MOST_TURNS = 1u << 24;  // ten seconds or so

uint meetings = 0;
shared uint meeting_verdict;

#ifdef MODEL

// One invocation of a workgroup hands over what all of it have written, and has what others handed over read
// anew; between the two, caches serve (H200: CG on 16^4 6 percent faster, on 24^4 4).
void hand_over() {}
void hand_over_for_all() {
  memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
}
void take_over_for_all() {
  memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
}
void take_over() {}
void group_barrier() {
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                 gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
}
uint have_come() {
  return atomicLoad(MEETING.x, gl_ScopeDevice, 0, gl_SemanticsRelaxed);
}

#else

void hand_over() { memoryBarrierBuffer(); }
void hand_over_for_all() {}
void take_over_for_all() {}
void take_over() { memoryBarrierBuffer(); }
void group_barrier() { barrier(); }
uint have_come() { return MEETING.x; }

#endif

/// Whether all workgroups of the launch are there at once. To be called first.
bool all_here() {
  barrier();  // what its invocations have read before, another workgroup may write after
  if (gl_LocalInvocationID.x == 0) {
    if (atomicAdd(MEETING.x, 1) + 1 == gl_NumWorkGroups.x) atomicCompSwap(MEETING.y, UNDECIDED, ALL_HERE);
    uint verdict = UNDECIDED;
    for (uint turn = 0; turn < PATIENCE && verdict == UNDECIDED; ++turn) verdict = atomicOr(MEETING.y, 0);
    if (verdict == UNDECIDED) {
      verdict = atomicCompSwap(MEETING.y, UNDECIDED, GIVEN_UP);
      if (verdict == UNDECIDED) verdict = GIVEN_UP;
    }
    meeting_verdict = verdict;
  }
  barrier();
  meetings = 1;
  return meeting_verdict == ALL_HERE;
}

uint arrivals = 0;  // as this workgroup's first invocation found them

/// This workgroup has come to the next meeting. What any of them has written before, to buffers that are
/// EXCHANGED or COUNTED, all read after `all_arrived`.
void arrive() {
  hand_over();
  group_barrier();
  ++meetings;
  if (gl_LocalInvocationID.x == 0) {
    hand_over_for_all();
    arrivals = atomicAdd(MEETING.x, 1) + 1;
  }
}

/// Waits until all workgroups have come. False where somebody has not in ages.
bool all_arrived() {
  if (gl_LocalInvocationID.x == 0) {
    const uint wanted = meetings * gl_NumWorkGroups.x;
    uint here = arrivals;
    for (uint turn = 0; turn < MOST_TURNS && here < wanted; ++turn) here = have_come();
    if (here < wanted) atomicExchange(MEETING.y, STUCK);
    take_over_for_all();
    meeting_verdict = here < wanted ? STUCK : ALL_HERE;
  }
  group_barrier();
  take_over();
  return meeting_verdict == ALL_HERE;
}

bool meet() {
  arrive();
  return all_arrived();
}
