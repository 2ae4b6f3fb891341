// A device-wide barrier: workgroups of one launch wait for each other. All workgroups must be resident, which
// no API guarantees, so launches have few workgroups. A first barrier with a timeout checks this; on timeout
// every workgroup exits before writing anything (solvers/meeting.hpp).
//
// There is one counter for all. With an array of arrivals, which each workgroup scanned, CG on 16^4 took 13
// to 20 percent longer (H200). On 8^4 five barriers take 7 us of an iteration's 18 us. Without hops and sums,
// but with barriers, vector updates and all writes, 32 iterations there take 412 us of 600. Work that does
// not depend on other workgroups is done between `arrive` and `all_arrived`.
//
// Needs MEETING, a uvec2 in a COUNTED buffer, 0 before the launch: the number of arrivals at all barriers so
// far, and the outcome of the first one.
const uint UNDECIDED = 0, ALL_HERE = 1, GIVEN_UP = 2, STUCK = 3;
const uint PATIENCE = 1u << 16;  // polls for all to begin, some tens of milliseconds
const uint MOST_TURNS = 1u << 24;  // about ten seconds

uint meetings = 0;
shared uint meeting_verdict;

#ifdef MODEL

// One invocation of a workgroup publishes the writes of all of its workgroup and makes other workgroups'
// writes visible. Between barriers caches are used (H200: CG is 6 percent faster on 16^4 and 4 percent on
// 24^4).
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

/// Returns true if all workgroups of the launch are resident at once. Call it before all else.
bool all_here() {
  barrier();  // afterwards other workgroups may write what its invocations have read
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

uint arrivals = 0;  // as read by this workgroup's first invocation

/// Announces this workgroup at the next barrier. After `all_arrived` all workgroups see the writes that any
/// of them has made before, to EXCHANGED or COUNTED buffers.
void arrive() {
  hand_over();
  group_barrier();
  ++meetings;
  if (gl_LocalInvocationID.x == 0) {
    hand_over_for_all();
    arrivals = atomicAdd(MEETING.x, 1) + 1;
  }
}

/// Waits until all workgroups have arrived. Returns false if one is missing for too long.
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
