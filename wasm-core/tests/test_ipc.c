/* Pipes, sockets and wait queues as paths: how much fits, which tasks are woken when, and that
 * nothing is lost. The tasks of a hackbench world, some with a program of the test's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/path.h"
#include "ipc/ipc.h"
#include "ipc/pipe.h"
#include "ipc/unix_socket.h"
#include "sched/core/fork.h"
#include "sched/core/interrupts.h"
#include "support_world.h"

enum { GROUPS, FDS, BYTES, TRANSPORT, MODE };
enum { PIPES, SOCKETS };
#define FIRST_CHANNEL_PIPE 2 /* behind the two for the start */
#define MS 1000000

/* 16 CPUs in two caches of eight. */
static struct ss_world_def *machine(uint32_t groups, uint32_t fds, uint32_t transport)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = 16;
    for (uint16_t cpu = 0; cpu < 16; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu;
        def->cpu_llc[cpu] = cpu / 8;
    }
    def->workload = SS_WORKLOAD_HACKBENCH;
    def->workload_parameter[GROUPS] = groups;
    def->workload_parameter[FDS] = fds;
    def->workload_parameter[BYTES] = 100;
    def->workload_parameter[TRANSPORT] = transport;
    def->ring_records = 1u << 16;
    def->seed_low = 1;
    return def;
}

/* Of one group: receivers first, then senders; the creator before all. */
static u32 receiver_of(const struct ss_world *w, u32 index)
{
    return w->topology.cpus + 1 + index;
}

static void give_program(struct ss_world *w, u32 task, ss_path_function *program, u32 bytes)
{
    struct task_main_frame *base = (struct task_main_frame *)w->stack[task].bytes;
    base->program = program;
    base->program_bytes = bytes;
}

struct starts_only_frame {
    struct ss_path path;
};

/* Gets ready like all tasks, but reads nothing. */
static bool starts_only(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(starts_only);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(pipe_write, .pipe = 0, .bytes = 1);
    for (;;)
        PATH_CALL(sleep_for_good);
    PATH_END;
}

static u32 slow_reads; /* messages the slow reader has read */
#define SLOW_NS 5000

struct slow_reader_frame {
    struct ss_path path;
};

/* Reads the first channel more slowly than any task writes. */
static bool slow_reader(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(slow_reader);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(pipe_write, .pipe = 0, .bytes = 1);
    for (;;) {
        PATH_CALL(user_run, .ns = SLOW_NS);
        if (w->ipc->sockets)
            PATH_CALL(unix_stream_recvmsg, .socket = 0, .bytes = 100);
        else
            PATH_CALL(pipe_read, .pipe = FIRST_CHANNEL_PIPE, .bytes = 100);
        slow_reads++;
    }
    PATH_END;
}

/* Until no task can go on. */
static void step_to_the_end(struct ss_world *w)
{
    assert_int_equal(ss_world_step(w, 100 * MS, 0, 0), SS_STEP_FINISHED);
}

/* One sender, and the reader as given. */
static struct ss_world *one_sender(struct ss_world_def *def, ss_path_function *reader, u32 bytes)
{
    struct ss_world *w = build(def);
    give_program(w, receiver_of(w, 0), reader, bytes);
    slow_reads = 0;
    return w;
}

static void a_pipe_holds_640_messages_of_100_bytes(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(1, 1, PIPES);
    struct ss_world *w = one_sender(def, starts_only, sizeof(struct starts_only_frame));
    step_to_the_end(w);
    const struct ss_pipe *pipe = &w->ipc->pipe[FIRST_CHANNEL_PIPE];
    assert_int_equal(pipe->head - pipe->tail, 16);
    u32 bytes = 0;
    for (u32 slot = 0; slot < SS_PIPE_SLOTS; slot++)
        bytes += pipe->filled[slot] - pipe->drained[slot];
    assert_int_equal(bytes, 640 * 100);
    assert_int_equal(w->task[receiver_of(w, 1)].state, SS_TASK_SLEEPING);
    free(w);
    free(def);
}

static void a_socket_takes_messages_until_its_send_buffer_is_full(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(1, 1, SOCKETS);
    struct ss_world *w = one_sender(def, starts_only, sizeof(struct starts_only_frame));
    step_to_the_end(w);
    const struct ss_unix_socket *socket = &w->ipc->socket[0];
    assert_int_equal(socket->queued, 278); /* 212,992 bytes in pieces of 768, the last one over */
    assert_int_equal(socket->in_use, 278 * 768);
    assert_int_equal(w->task[receiver_of(w, 1)].state, SS_TASK_SLEEPING);
    free(w);
    free(def);
}

/* How often the sender is woken for 2,000 messages of a slow reader, once the channel is full. */
static u64 wakeups_of_a_blocked_sender(uint32_t transport)
{
    struct ss_world_def *def = machine(1, 1, transport);
    struct ss_world *w = one_sender(def, slow_reader, sizeof(struct slow_reader_frame));
    step_to(w, 10 * MS);
    const struct ss_task *sender = &w->task[receiver_of(w, 1)];
    const u32 before = sender->wakeups, read = slow_reads;
    for (u64 now = 10 * MS; slow_reads < read + 2000; now += 1000)
        step_to(w, now);
    const u64 wakeups = sender->wakeups - before;
    free(w);
    free(def);
    return wakeups;
}

static void a_reader_wakes_a_blocked_writer_once_for_each_page_it_empties(void **state)
{
    (void)state;
    assert_in_range(wakeups_of_a_blocked_sender(PIPES), 2000 / 40 - 1, 2000 / 40 + 1);
}

static void a_blocked_sender_is_woken_when_a_quarter_of_its_buffer_is_in_use(void **state)
{
    (void)state;
    const u64 each = 278 - 69; /* from full to 69 messages, which are less than a quarter */
    assert_in_range(wakeups_of_a_blocked_sender(SOCKETS), 2000 / each - 1, 2000 / each + 1);
}

static void everybody_starts_at_the_byte_that_nobody_reads(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(1, 5, PIPES);
    struct ss_world *w = build(def);
    const struct ss_pipe *start = &w->ipc->pipe[1];
    u64 now = 0;
    while (start->head == start->tail) {
        assert_int_equal(w->clock->score, 0);
        step_to(w, now += 1000);
    }
    step_to(w, now + MS);
    assert_int_equal(start->head - start->tail, 1);
    for (u32 task = receiver_of(w, 0); task < w->tasks; task++)
        assert_int_not_equal(w->ipc->task[task].waits_on / 2, start - w->ipc->pipe);
    assert_true(w->clock->score > 100);
    free(w);
    free(def);
}

/* Everything written is read or still there, and a queue holds every task that says it waits on
 * it. */
static void check_pipes(const struct ss_world *w)
{
    u32 linked = 0, waiting = 0;
    for (u32 queue = 0; queue < 2 * (w->ipc->pipes + w->ipc->sockets); queue++)
        for (i32 t = w->ipc->queue[queue].head; t >= 0; t = w->ipc->task[t].wait_next, linked++)
            assert_int_equal(w->ipc->task[t].waits_on, queue);
    for (u32 task = 0; task < w->tasks; task++)
        waiting += w->ipc->task[task].waits_on >= 0;
    assert_int_equal(linked, waiting);
    for (u32 i = 0; i < w->ipc->pipes; i++) {
        const struct ss_pipe *pipe = &w->ipc->pipe[i];
        assert_true(pipe->head - pipe->tail <= SS_PIPE_SLOTS);
        for (u32 slot = pipe->tail; slot != pipe->head; slot++)
            assert_true(pipe->drained[slot % SS_PIPE_SLOTS] <= pipe->filled[slot % SS_PIPE_SLOTS]);
    }
}

static void nobody_sleeps_for_good_while_there_is_something_to_do(void **state)
{
    (void)state;
    for (uint32_t transport = PIPES; transport <= SOCKETS; transport++) {
        struct ss_world_def *def = machine(3, 6, transport);
        struct ss_world *w = build(def);
        step_to(w, 5 * MS);
        u64 score = w->clock->score;
        for (u64 now = 5 * MS; now < 60 * MS; now += 5 * MS) {
            step_to(w, now + 5 * MS);
            check_pipes(w);
            assert_true(w->clock->score > score + 1000);
            score = w->clock->score;
        }
        free(w);
        free(def);
    }
}

static void the_names_say_what_lies_on_the_lines_of_a_pipe(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(1, 2, PIPES);
    struct ss_world *w = build(def);
    const char *names = (const char *)w + w->map->names_offset;
    assert_non_null(strstr(names, " 80 8 head, tail\n"));
    assert_non_null(strstr(names, " len of bufs[15]\n"));
    /* Nothing was cut off: the last line of memory has its place, too. */
    assert_int_equal(names[w->map->names_bytes - 1], '\n');
    assert_int_equal(w->shared.place[w->shared.lines - 1].structure, SS_STRUCTURE_PIPE);
    free(w);
    free(def);
}

static u64 messages_after(struct ss_world_def *def, u64 ns)
{
    struct ss_world *w = build(def);
    step_to(w, ns);
    const u64 messages = w->clock->score;
    free(w);
    return messages;
}

static void threads_pay_for_counting_the_users_of_their_shared_files(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(1, 2, PIPES);
    const u64 processes = messages_after(def, 10 * MS);
    def->workload_parameter[MODE] = 1;
    /* Threads are made more quickly; the rest of the run is long enough for that not to decide. */
    const u64 threads = messages_after(def, 10 * MS);
    assert_true(threads < processes);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pipe_holds_640_messages_of_100_bytes),
        cmocka_unit_test(a_socket_takes_messages_until_its_send_buffer_is_full),
        cmocka_unit_test(a_reader_wakes_a_blocked_writer_once_for_each_page_it_empties),
        cmocka_unit_test(a_blocked_sender_is_woken_when_a_quarter_of_its_buffer_is_in_use),
        cmocka_unit_test(everybody_starts_at_the_byte_that_nobody_reads),
        cmocka_unit_test(nobody_sleeps_for_good_while_there_is_something_to_do),
        cmocka_unit_test(the_names_say_what_lies_on_the_lines_of_a_pipe),
        cmocka_unit_test(threads_pay_for_counting_the_users_of_their_shared_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
