/* The stacks of tasks: frames of paths that wait, one upon the other. */
#include "exec/path.h"

/* Where the stack of a task begins, and where it ends: from the start of all stacks on. */
static u32 first_of(u32 task)
{
    return task * (u32)sizeof(struct ss_stack) + (u32)offsetof(struct ss_stack, bytes);
}

static u32 end_of(u32 task)
{
    return first_of(task) + SS_STACK_BYTES;
}

/* Puts a frame behind `end`, which lies on the stack of `task`; both are moved. */
static inline struct ss_path *push(struct ss_world *w, u32 task, u32 *frame, u32 *end,
                                   ss_path_function *function, u32 bytes)
{
    u32 at = *end;
    const u32 size = (bytes + 7) & ~7u;
    if (at + size > end_of(task)) {
        ss_defect(w, "the kernel stack of a task is full: its paths are nested too deeply");
        at = first_of(task);
    }
    struct ss_path *path = (struct ss_path *)((u8 *)w->stack + at);
    *path = (struct ss_path){.function = function, .previous = *frame};
    *frame = at;
    *end = at + size;
    return path;
}

struct ss_path *ss_path_push(struct ss_world *w, struct ss_cpu *cpu, ss_path_function *function,
                             u32 bytes)
{
    SS_DEBUG_CHECK(bytes >= sizeof(struct ss_path) && cpu->parked == SS_PARKED_NOTHING);
    return push(w, (u32)cpu->current, &cpu->frame, &cpu->frame_end, function, bytes);
}

struct ss_path *ss_path_replace(struct ss_world *w, struct ss_cpu *cpu, ss_path_function *function,
                                u32 bytes)
{
    ss_path_pop(w, cpu);
    return ss_path_push(w, cpu, function, bytes);
}

void ss_path_switch(struct ss_world *w, struct ss_cpu *cpu, i32 task)
{
    SS_DEBUG_CHECK((u32)task < w->tasks && task != cpu->current);
    struct ss_stack *from = &w->stack[cpu->current], *to = &w->stack[task];
    from->frame = cpu->frame;
    from->end = cpu->frame_end;
    cpu->current = task;
    cpu->frame = to->frame;
    cpu->frame_end = to->end;
    cpu->switched = true;
}

void ss_path_empty(struct ss_world *w, u32 task)
{
    SS_DEBUG_CHECK(task < w->tasks);
    w->stack[task].frame = SS_STACK_EMPTY;
    w->stack[task].end = first_of(task);
}

void ss_path_empty_current(struct ss_cpu *cpu)
{
    cpu->frame = SS_STACK_EMPTY;
    cpu->frame_end = first_of((u32)cpu->current);
}

/* Whatever lies behind the head of a new frame starts as zero. */
static struct ss_path *clear(struct ss_path *path, u32 bytes)
{
    memset(path + 1, 0, bytes - sizeof(*path));
    return path;
}

struct ss_path *ss_path_push_clear(struct ss_world *w, struct ss_cpu *cpu,
                                   ss_path_function *function, u32 bytes)
{
    return clear(ss_path_push(w, cpu, function, bytes), bytes);
}

struct ss_path *ss_path_prepare(struct ss_world *w, u32 task, ss_path_function *function, u32 bytes)
{
    struct ss_stack *stack = &w->stack[task];
    SS_DEBUG_CHECK(!w->task[task].on_cpu);
    return clear(push(w, task, &stack->frame, &stack->end, function, bytes), bytes);
}

SS_HOT void ss_path_pop(struct ss_world *w, struct ss_cpu *cpu)
{
    SS_DEBUG_CHECK(cpu->frame != SS_STACK_EMPTY);
    cpu->frame_end = cpu->frame;
    cpu->frame = ((struct ss_path *)ss_path_top(w, cpu))->previous;
}
