// A device-wide barrier: workgroups of one launch wait for each other. All workgroups must be resident, which
// no API guarantees, so launches have few workgroups. A first barrier with a timeout checks this; on timeout
// every workgroup exits before writing anything (solvers/device_barrier.hpp).
//
// There is one counter for all. With an array of arrivals, which each workgroup scanned, CG on 16^4 took 13
// to 20 percent longer (H200). On 8^4 five barriers take 7 us of an iteration's 18 us. Without hops and sums,
// but with barriers, vector updates and all writes, 32 iterations there take 412 us of 600. Work that does
// not depend on other workgroups is done between `arrive` and `wait`.
//
// Needs BARRIER, a uvec2 in a COUNTED buffer, 0 before the launch: the number of arrivals at all barriers so
// far, and the outcome of the first one.
const uint UNDECIDED = 0, ALL_RESIDENT = 1, GIVEN_UP = 2, STUCK = 3;
const uint PATIENCE = 1u << 16;  // polls for all to begin, some tens of milliseconds
const uint MOST_TURNS = 1u << 24;  // about ten seconds

uint barriers = 0;
shared uint barrier_verdict;

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
uint arrived_groups() {
  return atomicLoad(BARRIER.x, gl_ScopeDevice, 0, gl_SemanticsRelaxed);
}

#else

void hand_over() { memoryBarrierBuffer(); }
void hand_over_for_all() {}
void take_over_for_all() {}
void take_over() { memoryBarrierBuffer(); }
void group_barrier() { barrier(); }
uint arrived_groups() { return BARRIER.x; }

#endif

/// Returns true if all workgroups of the launch are resident at once. Call it before all else.
bool all_resident() {
  barrier();  // afterwards other workgroups may write what its invocations have read
  if (gl_LocalInvocationID.x == 0) {
    if (atomicAdd(BARRIER.x, 1) + 1 == gl_NumWorkGroups.x) atomicCompSwap(BARRIER.y, UNDECIDED, ALL_RESIDENT);
    uint verdict = UNDECIDED;
    for (uint turn = 0; turn < PATIENCE && verdict == UNDECIDED; ++turn) verdict = atomicOr(BARRIER.y, 0);
    if (verdict == UNDECIDED) {
      verdict = atomicCompSwap(BARRIER.y, UNDECIDED, GIVEN_UP);
      if (verdict == UNDECIDED) verdict = GIVEN_UP;
    }
    barrier_verdict = verdict;
  }
  barrier();
  barriers = 1;
  return barrier_verdict == ALL_RESIDENT;
}

uint arrivals = 0;  // as read by this workgroup's first invocation

/// Announces this workgroup at the next barrier. After `wait` all workgroups see the writes that any
/// of them has made before, to EXCHANGED or COUNTED buffers.
void arrive() {
  hand_over();
  group_barrier();
  ++barriers;
  if (gl_LocalInvocationID.x == 0) {
    hand_over_for_all();
    arrivals = atomicAdd(BARRIER.x, 1) + 1;
  }
}

/// Waits until all workgroups have arrived. Returns false if one is missing for too long.
bool wait() {
  if (gl_LocalInvocationID.x == 0) {
    const uint wanted = barriers * gl_NumWorkGroups.x;
    uint arrived = arrivals;
    for (uint turn = 0; turn < MOST_TURNS && arrived < wanted; ++turn) arrived = arrived_groups();
    if (arrived < wanted) atomicExchange(BARRIER.y, STUCK);
    take_over_for_all();
    barrier_verdict = arrived < wanted ? STUCK : ALL_RESIDENT;
  }
  group_barrier();
  take_over();
  return barrier_verdict == ALL_RESIDENT;
}

bool device_barrier() {
  arrive();
  return wait();
}
