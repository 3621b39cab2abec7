/*
 * A workload of one's own: kinds of tasks, each with phases of steps, which go round as often as
 * they say. Its words come from a person's text through a compiler (web/scenario/program); what
 * rt-app does with such steps is what is done here. Source: spec "Own machine" sections 3.3, 3.5
 * and 3.6. Score: loops of phases.
 *
 * Main clones all threads one by one; they meet at a barrier, the first of them through it sets the
 * common start, from which delays and clocks count. Threads that are forked later begin at once.
 */
#include "workload/program.h"

#include "exec/record.h"
#include "ipc/barrier.h"
#include "sched/core/fork.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/program_check.h"
#include "workload/program_start.h"
#include "workload/program_steps.h"
#include "workload/program_words.h"

#define PARAMETERS(P)                                                                              \
    P(SCALE, "scale", OPTIONAL(WHOLE(1, 100000)),                                                  \
      "how long everything takes that its program says, in percent; left out: as it says")         \
    P(FIELDS, "fields", OPTIONAL(CHOICE("declared", "moved")),                                     \
      "where the fields of the structure lie that its tasks share: as declared, or where each is " \
      "moved to; left out: as declared")
SS_PARAMETERS(PARAMETERS)

/* Steps: a program that never lets time pass must not stop the world. */
#define MOST_AT_ONCE 10000
#define AT_ONCE_NS 1000

u32 ss_program_percent(const struct ss_world *w)
{
    const u32 percent = parameter(w, SCALE);
    return percent ? percent : 100;
}

bool ss_program_is_moved(const struct ss_world *w)
{
    return parameter(w, FIELDS) == 1;
}

/* ---- from step to step ----------------------------------------------------------------------- */

struct program_begin_frame {
    struct ss_path path;
};

/* The first thing a thread does. */
static bool program_begin(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_begin);
    const struct ss_program program = ss_program_of(w);
    struct ss_program_shared *const shared = ss_program_shared(w);
    struct ss_actor *const actor = ss_program_actor(w, cpu->current);
    const struct ss_program_kind *const kind = &program.kind[actor->kind];
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    actor->is_born = true;
    if (actor->number < kind->count) {
        PATH_CALL(barrier_wait, .futex = SS_PROGRAM_START_FUTEX,
                  .parties = ss_program_threads(&program));
        if (!shared->started) {
            shared->started = 1;
            shared->start = cpu->clock;
        }
        actor->born = shared->start + ss_program_ns(kind->start);
        if (actor->born > cpu->clock)
            PATH_CALL(hrtimer_nanosleep, .ns = actor->born - cpu->clock);
    }
    if (!actor->born)
        actor->born = shared->start;
    PATH_END;
}

static void say_loop(struct ss_world *w, struct ss_cpu *cpu, struct ss_actor *actor)
{
    const struct ss_program program = ss_program_of(w);
    const struct ss_program_kind *const kind = &program.kind[actor->kind];
    if (program.phase[kind->first_phase + actor->phase].logs) {
        ss_record(w, cpu, SS_RECORD_LOOP, (u32)cpu->current, actor->phase, (u32)actor->run,
                  (u32)actor->waited);
        ss_record_more(w, (u32)actor->slack);
        ss_record(w, cpu, SS_RECORD_LOOP_MORE, (u32)cpu->current, actor->perf, (u32)actor->begun,
                  (u32)(actor->begun >> 32));
        ss_record_more(w, actor->phase_loop);
    }
    ss_workload_latency(w, SS_LATENCY_REQUEST, cpu->clock - actor->begun);
    actor->run = actor->waited = actor->perf = 0;
    actor->slack = 0;
    ss_workload_score(w, cpu);
}

/* To the next step, phase or loop; true if all loops are over. */
static bool advance(struct ss_actor *actor, const struct ss_program *program)
{
    const struct ss_program_kind *const kind = &program->kind[actor->kind];
    const struct ss_program_phase *const phase = &program->phase[kind->first_phase + actor->phase];
    actor->step = 0;
    if (++actor->phase_loop < phase->loops || !phase->loops)
        return false;
    actor->phase_loop = 0;
    if (++actor->phase < kind->phases)
        return false;
    actor->phase = 0;
    return ++actor->task_loop >= kind->loops && kind->loops;
}

/* A step costs no time by itself: interrupts come in between, and endless ones are held up. */
struct program_pause_frame {
    struct ss_path path;
};

static bool program_pause(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_pause);
    struct ss_actor *const actor = ss_program_actor(w, cpu->current);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    if (++actor->at_once >= MOST_AT_ONCE) {
        actor->at_once = 0;
        PATH_CALL(user_run, .ns = AT_ONCE_NS);
    } else if (ss_work_is_pending(cpu)) {
        PATH_CALL(exit_to_user_mode);
    }
    PATH_END;
}

struct program_task_frame {
    struct ss_path path;
    /* kept */
    u32 step;
};

/* One step of the program, again and again. */
static bool program_task(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_task);
    const struct ss_program program = ss_program_of(w);
    struct ss_actor *const actor = ss_program_actor(w, cpu->current);
    const struct ss_program_kind *const kind = &program.kind[actor->kind];
    const struct ss_program_phase *const phase = &program.phase[kind->first_phase + actor->phase];
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    if (!actor->is_born)
        PATH_CALL(program_begin);
    PATH_CALL(program_pause);
    if (!actor->step)
        actor->begun = cpu->clock;
    me->step = phase->first_step + actor->step;
    PATH_CALL_THROUGH(ss_program_steps[ss_program_code(&program.step[me->step])], program_step,
                      .step = me->step);
    if (++actor->step == phase->steps) {
        say_loop(w, cpu, actor);
        if (advance(actor, &program))
            for (;;)
                PATH_CALL(sleep_for_good);
    }
    PATH_END;
}

struct program_main_frame {
    struct ss_path path;
};

static bool program_main(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_main);
    const struct ss_program program = ss_program_of(w);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(create_tasks, .first = cpu->current + SS_PROGRAM_MAIN_TASKS,
              .count = ss_program_threads(&program), .step = 1, .ns = SS_CLONE_NS);
    for (;;)
        PATH_CALL(sleep_for_good);
    PATH_END;
}

static void start(struct ss_world *w)
{
    ss_program_start(w, PROGRAM(program_main), PROGRAM(program_task));
}

/* A host names the roles behind the first by the kinds of the program it wrote. */
static const struct ss_role roles[] = {{"main", SS_FORM_TASK}};

SS_WORKLOAD_SAYS(program, "a custom workload: tasks that execute the steps of its program",
                 PARAMETERS);

const struct ss_workload_kind ss_workload_program = {
    .name = "program",
    .task_bytes = sizeof(struct ss_actor),
    .shared_bytes = ss_program_shared_bytes,
    .traits = SS_TRAIT_FAIR | SS_TRAIT_WAKES,
    SS_PARAMETERS_ARE(parameters),
    .check = ss_program_check,
    .needs = ss_program_needs,
    SS_ROLES_ARE(roles),
    .who = ss_program_who,
    .futex_home = ss_home_by_index,
    .start = start,
};
