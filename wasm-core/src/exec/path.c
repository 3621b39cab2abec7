/* The stacks of tasks: frames of paths that wait, one upon the other. */
#include "exec/path.h"

static struct ss_path *push(struct ss_world *w, u32 task, ss_path_function *function, u32 bytes)
{
    struct ss_stack *stack = &w->stack[task];
    u32 at = stack->used;
    u32 size = (bytes + 7) & ~7u;
    if (at + size > SS_STACK_BYTES) {
        ss_defect(w, "kernel stack of a task is full: a chain of paths is deeper than foreseen");
        at = 0;
    }
    struct ss_path *path = (struct ss_path *)((u8 *)stack->bytes + at);
    *path = (struct ss_path){.function = function, .previous = stack->top};
    stack->top = at;
    stack->used = at + size;
    return path;
}

struct ss_path *ss_path_push(struct ss_world *w, struct ss_cpu *cpu, ss_path_function *function,
                             u32 bytes)
{
    return push(w, (u32)cpu->current, function, bytes);
}

struct ss_path *ss_path_replace(struct ss_world *w, struct ss_cpu *cpu, ss_path_function *function,
                                u32 bytes)
{
    ss_path_pop(w, cpu);
    return ss_path_push(w, cpu, function, bytes);
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
    return clear(push(w, (u32)cpu->current, function, bytes), bytes);
}

struct ss_path *ss_path_prepare(struct ss_world *w, u32 task, ss_path_function *function, u32 bytes)
{
    return clear(push(w, task, function, bytes), bytes);
}

SS_HOT void ss_path_pop(struct ss_world *w, struct ss_cpu *cpu)
{
    struct ss_stack *stack = &w->stack[cpu->current];
    stack->used = stack->top;
    stack->top = ((struct ss_path *)((u8 *)stack->bytes + stack->top))->previous;
}
