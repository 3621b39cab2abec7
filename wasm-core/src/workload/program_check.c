/*
 * Words of a program are input like any other: from a link, a file, a fuzzer. What passes here
 * names nothing that is not there, and its sums fit the world; the steps then ask nothing again.
 */
#include "workload/program_check.h"

#include "workload/program_words.h"

#define MOST_KINDS 4096
#define MOST_PHASES 16384
#define MOST_STEPS 20000
#define MOST_RESOURCES 4096
#define MOST_TABLES 512
#define MOST_SETS 256
#define MOST_POSTS 1000
#define MOST_KIB (64u << 20)
#define PRIOS 140

/* The words looked at: what is wrong is said of the first word of a part. */
struct checked {
    const struct ss_world_def *def;
    struct ss_program program;
    struct ss_message *message;
};

static bool refuse(const struct checked *c, const void *at, const char *problem)
{
    ss_message_text(c->message, "program");
    ss_message_index(c->message, (u32)((const u32 *)at - c->def->program));
    ss_message_text(c->message, problem);
    return false;
}

static bool head_fits(const struct checked *c)
{
    const struct ss_program_head *head = c->program.head;
    if (head->version != SS_PROGRAM_VERSION)
        return refuse(c, head, ": the version must be 1");
    if (!head->kinds || head->kinds > MOST_KINDS || head->phases > MOST_PHASES ||
        head->steps > MOST_STEPS || head->resources > MOST_RESOURCES ||
        head->tables > MOST_TABLES || head->sets > MOST_SETS)
        return refuse(c, head,
                      ": at most 4096 kinds (and at least 1), 16384 phases, 20000 steps, 4096 "
                      "resources, 512 tables, 256 sets");
    if (ss_program_read(c->def, &(struct ss_program){0}) != c->def->program_words)
        return refuse(c, head, ": the parts must take exactly program_words");
    return true;
}

static bool policy_fits(const struct ss_program_kind *kind)
{
    switch (kind->policy) {
    case SS_PROGRAM_POLICY_FIFO:
    case SS_PROGRAM_POLICY_RR:
        return kind->prio < PRIOS - 41;
    case SS_PROGRAM_POLICY_OTHER:
    case SS_PROGRAM_POLICY_BATCH:
    case SS_PROGRAM_POLICY_IDLE:
        return kind->prio >= PRIOS - 40 && kind->prio < PRIOS;
    default:
        return false;
    }
}

static bool kind_fits(const struct checked *c, const struct ss_program_kind *kind)
{
    const struct ss_program_head *head = c->program.head;
    if (kind->count > SS_LIMIT_TASKS || kind->forkable > SS_LIMIT_TASKS)
        return refuse(c, kind, ": at most 16384 tasks");
    if (!policy_fits(kind))
        return refuse(c, kind, ": the policy and the priority must fit each other");
    if (kind->set > head->sets)
        return refuse(c, kind, ": names a set of CPUs that does not exist");
    if (kind->private_kib > MOST_KIB || kind->shared_kib > MOST_KIB)
        return refuse(c, kind, ": at most 64 GiB of memory");
    if (kind->process > SS_LIMIT_TASKS)
        return refuse(c, kind, ": at most 16384 processes");
    if (!kind->phases || kind->first_phase > head->phases ||
        kind->phases > head->phases - kind->first_phase)
        return refuse(c, kind, ": must have phases that exist");
    return true;
}

/* Together, which no single kind shows. */
static bool kinds_fit(const struct checked *c)
{
    const struct ss_program_head *head = c->program.head;
    u32 tasks = 1, threads = 0;
    for (u32 i = 0; i < head->kinds; i++) {
        const struct ss_program_kind *kind = &c->program.kind[i];
        if (!kind_fits(c, kind))
            return false;
        threads += kind->count;
        tasks += kind->count + kind->forkable;
        if (tasks > SS_LIMIT_TASKS)
            return refuse(c, kind, ": all tasks together must be at most 16384");
    }
    return threads || refuse(c, head, ": at least one task must begin by itself");
}

static bool sets_fit(const struct checked *c)
{
    for (u32 set = 0; set < c->program.head->sets; set++) {
        const u32 *words = c->program.set + set * SS_CPU_SET_WORDS;
        bool any = false;
        for (u32 cpu = 0; cpu < c->def->cpus; cpu++)
            any |= words[cpu / 32] >> cpu % 32 & 1;
        if (!any)
            return refuse(c, words, ": the set must have a CPU of the machine");
    }
    return true;
}

static bool phases_fit(const struct checked *c)
{
    const struct ss_program_head *head = c->program.head;
    for (u32 i = 0; i < head->phases; i++) {
        const struct ss_program_phase *phase = &c->program.phase[i];
        if (!phase->steps || phase->first_step > head->steps ||
            phase->steps > head->steps - phase->first_step)
            return refuse(c, phase, ": must have steps that exist");
    }
    return true;
}

static bool resources_fit(const struct checked *c)
{
    for (u32 i = 0; i < c->program.head->resources; i++) {
        const struct ss_program_resource *resource = &c->program.resource[i];
        const bool is_barrier =
            resource->kind == SS_PROGRAM_BARRIER || resource->kind == SS_PROGRAM_COUNTED_BARRIER;
        const u32 first = resource->value & ~(SS_PROGRAM_ABSOLUTE | SS_PROGRAM_OF_THREADS);
        if (resource->kind > SS_PROGRAM_FIELD)
            return refuse(c, resource, ": no such kind of resource");
        if (is_barrier && (!resource->value || resource->value > 2 * SS_LIMIT_TASKS))
            return refuse(c, resource, ": a barrier must have 1 to 32768 parties");
        if (resource->kind == SS_PROGRAM_CLOCK && first > SS_LIMIT_TASKS)
            return refuse(c, resource, ": at most 16384 clocks");
    }
    return true;
}

static bool is(const struct checked *c, u32 resource, u32 kind, u32 other)
{
    if (resource >= c->program.head->resources)
        return false;
    const u32 found = c->program.resource[resource].kind;
    return found == kind || found == other;
}

/* What the step names is there and of its kind. */
static bool names_fit(const struct checked *c, const struct ss_program_step *step)
{
    const u32 what = ss_program_what(step);
    switch (ss_program_code(step)) {
    case SS_PROGRAM_STEP_EVERY:
        return is(c, what, SS_PROGRAM_CLOCK, SS_PROGRAM_CLOCK);
    case SS_PROGRAM_STEP_LOCK:
    case SS_PROGRAM_STEP_UNLOCK:
        return is(c, what, SS_PROGRAM_MUTEX, SS_PROGRAM_PI_MUTEX);
    case SS_PROGRAM_STEP_WAIT:
        return is(c, what, SS_PROGRAM_CONDVAR, SS_PROGRAM_CONDVAR) &&
               is(c, step->first, SS_PROGRAM_MUTEX, SS_PROGRAM_PI_MUTEX);
    case SS_PROGRAM_STEP_SIGNAL:
    case SS_PROGRAM_STEP_BROADCAST:
        return is(c, what, SS_PROGRAM_CONDVAR, SS_PROGRAM_CONDVAR);
    case SS_PROGRAM_STEP_POST:
        return is(c, what, SS_PROGRAM_SEMAPHORE, SS_PROGRAM_SEMAPHORE) && step->first <= MOST_POSTS;
    case SS_PROGRAM_STEP_AWAIT:
        return is(c, what, SS_PROGRAM_SEMAPHORE, SS_PROGRAM_SEMAPHORE);
    case SS_PROGRAM_STEP_BARRIER:
        return is(c, what, SS_PROGRAM_BARRIER, SS_PROGRAM_COUNTED_BARRIER);
    case SS_PROGRAM_STEP_FORK:
        return what < c->program.head->kinds;
    case SS_PROGRAM_STEP_LOAD:
    case SS_PROGRAM_STEP_STORE:
    case SS_PROGRAM_STEP_ADD:
        return is(c, what, SS_PROGRAM_FIELD, SS_PROGRAM_FIELD);
    default:
        return true;
    }
}

static bool amount_fits(const struct checked *c, const struct ss_program_step *step)
{
    const u32 distribution = ss_program_distribution(step);
    if (ss_program_touched(step) > SS_LINE_BYTES)
        return false; /* more than an instruction moves */
    if (ss_program_code(step) == SS_PROGRAM_STEP_EVERY)
        return distribution == SS_PROGRAM_AMOUNT_FIXED;
    return distribution < SS_PROGRAM_AMOUNT_TABLE ||
           (distribution == SS_PROGRAM_AMOUNT_TABLE && step->first < c->program.head->tables);
}

static bool steps_fit(const struct checked *c)
{
    for (u32 i = 0; i < c->program.head->steps; i++) {
        const struct ss_program_step *step = &c->program.step[i];
        const u32 code = ss_program_code(step);
        if (!code || code >= SS_PROGRAM_STEPS_COUNT)
            return refuse(c, step, ": no such step");
        if (!names_fit(c, step))
            return refuse(c, step, ": names something that does not exist or is of another kind");
        if (!amount_fits(c, step))
            return refuse(c, step, ": has no valid amount");
    }
    return true;
}

bool ss_program_check(const struct ss_world_def *def, struct ss_message *message)
{
    struct checked c = {.def = def, .message = message};
    if (def->program_words < SS_PROGRAM_HEAD_WORDS || def->program_words > SS_PROGRAM_WORDS) {
        ss_message_text(message, "program_words: a program has 8 to 65536 words");
        return false;
    }
    ss_program_read(def, &c.program);
    return head_fits(&c) && phases_fit(&c) && resources_fit(&c) && sets_fit(&c) && kinds_fit(&c) &&
           steps_fit(&c);
}
