/*
 * A twin of the machine that takes a list's updates, for `spin`: `make nightly PART=models` checks that
 *
 *   - the list never stands still while an update is open (no invalid end state),
 *   - every update ends exactly once,
 *   - what the host has is never taken back,
 *   - the newest update wins: the host never goes back to an older one, and nothing newer than what
 *     it shows ends but by being cancelled or failing,
 *   - what the host is handed has been compared with what it shows.
 *
 * Each part names the function of `ControllerState`, or of the controller around it, that it
 * mirrors. Time is left to chance: whether an interval or somebody's patience is over is free.
 * What wants an update shown at once, and more overtaken updates than are kept, are left to
 * `ControllerStateTests`, which explores the machine itself.
 *
 * SEEDED_FAULT in the environment of the checker puts one of the faults of Tests/FAULTS.md in, by
 * its number there.
 */

c_code {
  \#include <stdlib.h>
  static int seeded = 0;
}
#define FAULT(number) c_expr { seeded == number }

#define N 3        /* updates */
#ifndef CHANGES
#define CHANGES 2  /* how often a host goes, updates are held, and one is cancelled */
#endif
#define WORKERS 2
#define NONE 0

mtype = { APPLIED, SUPERSEDED, CANCELLED, FAILED };  /* ControllerState.Ending */
mtype = { FREE, BUSY, MADE, UNMADE };                /* what a worker is at */

/* ControllerState */
byte newest, waiting, running, ready, applying;
bool isOutdated, isHeld, isTornDown, isToBeWoken, isHungry;
bool isAttached = true;
bool overtaken[N + 1];
byte newer[N + 1];
byte begun;        /* how many of the updates begun last may be too near, two at most */

/* The workers: a worker is busy until the list has heard of it. */
bool queued[N + 1];
byte work[WORKERS];
bool isLive[WORKERS];   /* whether the attempt has not been stopped */
mtype phase[WORKERS] = FREE;

/* The host, and an answer of it that comes after it has been passed. */
byte atHost, lateAnswer;

/* The books */
mtype ending[N + 1];
bool handed[N + 1];     /* what the host has been handed */
bool baseHolds[N + 1];  /* whether what it was compared with is what the host shows */
byte lastApplied;

/* What the program may still do, so that all histories end. */
byte detaches = CHANGES, holds = CHANGES, losses = CHANGES;
bool isOver;            /* it wants nothing any more */

byte w, g, i, last, by; /* of the list alone; 0 between two events */

/* MARK: Actions, as AutoDiffController+Steps performs them */

inline resolve(update, how) {
  assert(ending[update] == 0);                 /* once */
  assert((how == APPLIED) == handed[update]);  /* what the host has is not taken back */
  assert(!queued[update]);
  w = 0;
  do
  :: w < WORKERS -> assert(work[w] != update || !isLive[w]); w++
  :: else -> break
  od;
  w = 0;
  ending[update] = how
}

inline stop(update) {
  assert(ending[update] == 0 && !handed[update]);
  queued[update] = false;
  w = 0;
  do
  :: w < WORKERS -> if :: work[w] == update -> isLive[w] = false :: else fi; w++
  :: else -> break
  od;
  w = 0
}

inline handOver(update) {
  assert(baseHolds[update]);
  assert(update > lastApplied);
  assert(atHost == NONE && isAttached && !isHeld && !isTornDown);
  assert(ending[update] == 0);
  handed[update] = true;
  lastApplied = update;
  atHost = update;
  forgetBases()
}

inline forgetBases() {
  i = 0;
  do
  :: i <= N -> baseHolds[i] = false; i++
  :: else -> break
  od;
  i = 0
}

/* MARK: Steps */

/* ControllerState.overtake(_:by:) */
inline overtake(old, new) {
  overtaken[old] = true;
  newer[old] = new
}

/* ControllerState.stopOlder(for:_:) */
inline stopOlder(new) {
  if
  :: running != NONE ->
     isHungry = true;
     stop(running);
     overtake(running, new)
  :: else
  fi;
  if
  :: ready != NONE ->
     isHungry = true;
     stop(ready);
     overtake(ready, new);
     ready = NONE
  :: else
  fi
}

/* ControllerState.start(_:) */
inline start() {
  stopOlder(waiting);
  running = waiting;
  waiting = NONE;
  isOutdated = false;
  if :: begun < 2 -> begun++ :: else fi;
  assert(ending[running] == 0 && isAttached && !isHeld && !isTornDown);
  queued[running] = true;
  baseHolds[running] = true
}

/* ControllerState.startIfTime(_:) */
inline startIfTime() {
  if
  :: waiting != NONE && isAttached && !isHeld ->
     if
     :: running != NONE && isHungry -> skip              /* patience is over */
     :: begun < 2 || !isToBeWoken -> start()              /* it is time */
     :: begun == 2 -> isToBeWoken = true                  /* ControllerState.wake(after:) */
     fi
  :: else
  fi
}

/* ControllerState.fallBack(from:) */
inline fallBack(lost) {
  i = 1;
  last = NONE;
  do
  :: i <= N ->
     if :: overtaken[i] && newer[i] == lost -> newer[i] = NONE :: else fi;
     if :: overtaken[i] -> last = i :: else fi;
     i++
  :: else -> break
  od;
  i = 0;
  if
  :: waiting == NONE && last > running && last > ready ->
     overtaken[last] = false;
     newer[last] = NONE;
     waiting = last
  :: else
  fi;
  last = NONE
}

/* ControllerState.keep(_:) */
inline keep(update) {
  if
  :: waiting != NONE -> overtake(update, waiting)
  :: waiting == NONE && running != NONE -> overtake(update, running)
  :: else -> waiting = update
  fi
}

/* ControllerState.keepReady() */
inline keepReady() {
  if
  :: ready != NONE -> g = ready; ready = NONE; keep(g); g = NONE
  :: else
  fi
}

/* ControllerState.apply(_:) */
inline apply(update) {
  applying = update;
  isHungry = false;
  last = 1;
  do
  :: last < applying ->
     if
     :: overtaken[last] ->
        overtaken[last] = false;
        by = (newer[last] == NONE -> applying : newer[last]);
        newer[last] = NONE;
        assert(by > last && ending[by] != CANCELLED && ending[by] != FAILED);
        by = NONE;
        resolve(last, SUPERSEDED)
     :: else
     fi;
     last++
  :: else -> break
  od;
  last = NONE;
  handOver(applying)
}

/* MARK: Events */

/* ControllerState.submit(now:isImmediate:) */
inline submit() {
  newest++;
  if
  :: isTornDown -> resolve(newest, CANCELLED)
  :: else ->
     if :: !FAULT(1) && waiting != NONE -> overtake(waiting, newest) :: else fi;
     waiting = newest;
     startIfTime()
  fi
}

/* ControllerState.precomputed(_:now:) */
inline precomputed(update) {
  if
  :: running == update || FAULT(2) ->
     running = NONE;
     if
     :: !(isAttached && !isHeld) || (isOutdated && !FAULT(3)) -> keep(update)
     :: else ->
        if
        :: applying != NONE && !FAULT(4) -> ready = update
        :: else -> apply(update)
        fi
     fi;
     startIfTime()
  :: else
  fi
}

/* ControllerState.failed(_:now:) */
inline failed(update) {
  if
  :: running == update ->
     running = NONE;
     if :: !FAULT(5) -> fallBack(update) :: else fi;
     resolve(update, FAILED);
     startIfTime()
  :: else
  fi
}

/* ControllerState.cancel(_:now:) */
inline cancel(update) {
  if
  :: update == waiting -> waiting = NONE
  :: update == ready -> ready = NONE
  :: update == running ->
     running = NONE;
     if :: !FAULT(6) -> stop(update) :: else fi
  :: overtaken[update] -> overtaken[update] = false; newer[update] = NONE
  :: else -> update = NONE                     /* it has ended, or the host has it */
  fi;
  if
  :: update != NONE ->
     resolve(update, CANCELLED);
     fallBack(update);
     startIfTime()
  :: else
  fi
}

/* ControllerState.woke(now:): as the interval is over, it is time. */
inline woke() {
  isToBeWoken = false;
  begun = 1;
  startIfTime()
}

/* ControllerState.hostFinished(_:now:) */
inline hostFinished(update) {
  if
  :: applying == update || FAULT(7) ->
     applying = NONE;
     resolve(update, APPLIED);
     if
     :: ready != NONE && !FAULT(8) -> g = ready; ready = NONE; apply(g); g = NONE; startIfTime()
     :: else
     fi
  :: else
  fi
}

/* ControllerState.attach(now:); the host shows nothing yet. */
inline attach() {
  isAttached = true;
  forgetBases();
  startIfTime()
}

/* ControllerState.detach(); what the host says from now on is not heard. */
inline detach() {
  isAttached = false;
  isOutdated = (running != NONE);
  if :: applying != NONE -> resolve(applying, APPLIED) :: else fi;
  applying = NONE;
  atHost = NONE;
  lateAnswer = NONE;
  if :: !FAULT(10) -> keepReady() :: else fi
}

/* ControllerState.hold() */
inline hold() {
  isHeld = true;
  if :: !FAULT(9) -> keepReady() :: else fi
}

/* ControllerState.resume(now:) */
inline resume() {
  isHeld = false;
  startIfTime()
}

/* ControllerState.tearDown() */
inline tearDown() {
  isTornDown = true;
  if :: running != NONE -> stop(running); resolve(running, CANCELLED) :: else fi;
  if :: ready != NONE -> resolve(ready, CANCELLED) :: else fi;
  if :: waiting != NONE -> resolve(waiting, CANCELLED) :: else fi;
  last = 1;
  do
  :: last <= N ->
     if
     :: overtaken[last] && !FAULT(11) -> resolve(last, CANCELLED)
     :: else
     fi;
     overtaken[last] = false;
     newer[last] = NONE;
     last++
  :: else -> break
  od;
  last = NONE;
  if :: applying != NONE -> resolve(applying, APPLIED) :: else fi;
  waiting = NONE; running = NONE; ready = NONE; applying = NONE;
  atHost = NONE;
  lateAnswer = NONE
}

/* MARK: The list, on the main thread: one event after the other */

/* AutoDiffController.land(_:_:_:), which hears of attempts that have not been stopped. */
inline land(k) {
  update = work[k];
  work[k] = NONE;
  if
  :: !isLive[k] && !FAULT(2) -> phase[k] = FREE
  :: else ->
     isLive[k] = false;
     if
     :: phase[k] == MADE -> phase[k] = FREE; precomputed(update)
     :: else -> phase[k] = FREE; failed(update)
     fi
  fi
}

proctype list() {
  byte update, k;
  do
  /* The program */
  :: atomic { !isOver && newest < N -> submit() }
  :: atomic {
       !isOver && losses > 0 && newest > 0 ->
       losses--;
       if :: update = 1 :: newest > 1 -> update = 2 :: newest > 2 -> update = 3 fi;
       cancel(update);
       update = NONE
     }
  :: atomic { !isOver && !isAttached && !isTornDown -> attach() }
  :: atomic { !isOver && isAttached && !isTornDown && detaches > 0 -> detaches--; detach() }
  :: atomic { !isOver && !isHeld && !isTornDown && holds > 0 -> holds--; hold() }
  :: atomic { !isOver && isHeld && !isTornDown -> resume() }
  :: atomic { !isOver && !isTornDown -> tearDown() }
  :: atomic { !isOver && newest == N && (isTornDown || (isAttached && !isHeld)) -> isOver = true }
  /* The workers */
  :: atomic {
       phase[0] == MADE || phase[0] == UNMADE || phase[1] == MADE || phase[1] == UNMADE ->
       if
       :: phase[0] == MADE || phase[0] == UNMADE -> k = 0
       :: phase[1] == MADE || phase[1] == UNMADE -> k = 1
       fi;
       land(k);
       update = NONE;
       k = 0
     }
  /* The clock */
  :: atomic { isToBeWoken && !isTornDown -> woke() }
  /* The host finishes, or is passed (ControllerState.hostTookTooLong) and finishes late. */
  :: atomic {
       atHost != NONE || lateAnswer != NONE ->
       if
       :: atHost != NONE -> update = atHost; atHost = NONE
       :: atHost != NONE -> update = atHost; lateAnswer = atHost; atHost = NONE
       :: lateAnswer != NONE -> update = lateAnswer; lateAnswer = NONE
       fi;
       hostFinished(update);
       update = NONE
     }
  /* Nothing is left to do. */
  :: atomic {
       (isOver && phase[0] == FREE && phase[1] == FREE && atHost == NONE && lateAnswer == NONE &&
         (isTornDown || (waiting == NONE && running == NONE && ready == NONE && !isToBeWoken))) ->
       break
     }
  od;
  /* Every update has ended, and the newest that was not lost is shown. */
  atomic {
    assert(applying == NONE);
    i = 1;
    do
    :: i <= N ->
       assert(ending[i] != 0);
       assert(i <= lastApplied || ending[i] == CANCELLED || ending[i] == FAILED);
       i++
    :: else -> break
    od
  }
}

/* WorkQueue and PrecomputePipeline: work that has been stopped ends as well, if later. */
inline take(update) {
  queued[update] = false;
  work[k] = update;
  isLive[k] = true;
  phase[k] = BUSY
}

proctype worker(byte k) {
end:
  do
  :: atomic { phase[k] == FREE && queued[1] -> take(1) }
  :: atomic { phase[k] == FREE && queued[2] -> take(2) }
  :: atomic { phase[k] == FREE && queued[3] -> take(3) }
  :: atomic { phase[k] == BUSY -> if :: phase[k] = MADE :: phase[k] = UNMADE fi }
  od
}

init {
  c_code { seeded = getenv("SEEDED_FAULT") ? atoi(getenv("SEEDED_FAULT")) : 0; };
  atomic { run worker(0); run worker(1); run list() }
}
