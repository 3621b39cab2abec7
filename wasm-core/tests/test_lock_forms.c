/* The two forms of a contended lock side by side: how long it takes them to pass from one CPU to
 * the next while several take it in turn and hold it for less than a hand-over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/lock.h"
#include "exec/path.h"
#include "support_world.h"

enum { CPUS = 40, LOCK = CPUS - 1 /* of a run queue that is not used */ };
enum { BEGIN_NS = 1000000, SETTLE_NS = 200000, WATCH_NS = 400000 };

static u32 section_ns, pause_ns, taken;

struct contend_frame {
    struct ss_path path;
};

/* Takes the lock again and again, with other work in between. */
static bool contend(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(contend);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, LOCK);
    for (;;) {
        PATH_LOCK(LOCK);
        taken++;
        PATH_COMPUTE(section_ns);
        PATH_UNLOCK(LOCK);
        PATH_COMPUTE(pause_ns);
    }
    PATH_END;
}

/* Sockets of one last-level cache each; the workload's one thread rests. */
static struct ss_world *quiet_world(struct ss_world_def *def, u32 sockets)
{
    ss_world_def_default(def);
    def->cpus = CPUS;
    def->nodes = sockets;
    for (uint16_t cpu = 0; cpu < CPUS; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu;
        def->cpu_llc[cpu] = def->cpu_node[cpu] = (uint16_t)(cpu * sockets / CPUS);
        def->cpu_package[cpu] = def->cpu_node[cpu];
    }
    for (u32 i = 0; i < sockets * sockets; i++)
        def->distance[i] = i % (sockets + 1) ? 20 : 10;
    def->workload = SS_WORKLOAD_FFMPEG_TOKEN;
    uint32_t parameters[] = {1, 1, 1, 1, 1000000000, 0, 1};
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
    struct ss_world *w = build(def);
    step_to(w, BEGIN_NS);
    return w;
}

#define RMW_NS 6 /* as ss_world_def_default has it */

enum form { CLOSED, EXACT, MUTEX };

/* How often CPUs of all sockets take the lock from each other. */
static u32 times_taken(u32 sockets, u32 contenders, enum form form)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    struct ss_world *w = quiet_world(def, sockets);
    w->locks->lock[LOCK].is_exact = form == EXACT;
    if (form == MUTEX)
        ss_lock_make_mutex(w, LOCK);
    for (u32 i = 0; i < contenders; i++) {
        struct ss_cpu *cpu = ss_cpu(w, 1 + i * (CPUS - 2) / contenders);
        assert_int_equal(cpu->wait, SS_WAIT_IDLE);
        ss_path_push_clear(w, cpu, contend, sizeof(struct contend_frame));
        cpu->wait = SS_WAIT_NONE;
        cpu->clock = BEGIN_NS + 37 * i;
        ss_wheel_set(&w->wheel, cpu->number, cpu->clock, cpu->number << 3);
    }
    step_to(w, BEGIN_NS + SETTLE_NS);
    taken = 0;
    step_to(w, BEGIN_NS + SETTLE_NS + WATCH_NS);
    free(w);
    free(def);
    return taken;
}

/* The closed form has no accesses but each arriver's first one, so what arrivers do to the line of
 * the lock is not in it: it is to be within `percent` of the exact one. */
static void assert_forms_agree(u32 sockets, u32 contenders, u32 percent)
{
    const u32 exact = times_taken(sockets, contenders, EXACT);
    const u32 closed = times_taken(sockets, contenders, CLOSED);
    if (100 * closed > percent * exact || 100 * exact > percent * closed)
        fail_msg("%u sockets, %u CPUs, %u ns held, %u ns away: closed %u times, exact %u", sockets,
                 contenders, section_ns, pause_ns, closed, exact);
}

static void assert_short_sections_agree(u32 sockets, u32 percent)
{
    static const u32 contenders[] = {4, 5, 6, 12}, sections[] = {1, 50, 100, 200};
    pause_ns = 100;
    for (u32 i = 0; i < 4; i++) {
        section_ns = sections[i];
        for (u32 j = 0; j < 4; j++)
            assert_forms_agree(sockets, contenders[j], percent);
    }
}

static void short_sections_pass_hands_as_fast_in_both_forms_within_a_third(void **state)
{
    (void)state;
    assert_short_sections_agree(1, 134);
}

static void
short_sections_pass_hands_as_fast_in_both_forms_across_sockets_within_a_half(void **state)
{
    (void)state;
    assert_short_sections_agree(2, 150);
}

static void long_sections_hide_the_way_to_the_head_of_the_queue(void **state)
{
    (void)state;
    pause_ns = 100;
    section_ns = 1000; /* longer than both hand-overs */
    assert_forms_agree(1, 12, 101);
    assert_forms_agree(2, 12, 101);
}

static void who_waits_alone_spins_on_the_word_from_the_start(void **state)
{
    (void)state;
    pause_ns = section_ns = 50;
    /* Held, stored free, and two transfers of 80 ns: nothing waits for the head of a queue. */
    const u32 took = times_taken(1, 2, CLOSED);
    assert_in_range(took, WATCH_NS / (50 + 1 + 160) - 1, WATCH_NS / (50 + 1 + 160) + 1);
}

/* A release by an exchange of RMW_NS, then three transfers of 80 ns: the owner's word is taken from
 * the waiter that watches it, read by that waiter, and taken back. */
static void who_watches_the_owner_of_a_mutex_takes_a_transfer_more(void **state)
{
    (void)state;
    pause_ns = section_ns = 50;
    const u32 took = times_taken(1, 2, MUTEX), each = 50 + RMW_NS + 3 * 80;
    assert_in_range(took, WATCH_NS / each - 1, WATCH_NS / each + 1);
}

/* Behind the first they watch nodes of their own: short sections wait for the way to the word as
 * well, long ones hide it. */
static void who_queues_for_a_mutex_gets_to_its_word_while_a_long_section_lasts(void **state)
{
    (void)state;
    pause_ns = 100;
    section_ns = 50;
    const u32 each = RMW_NS + 3 * 80;
    u32 took = times_taken(1, 12, MUTEX);
    assert_in_range(took, WATCH_NS / (2 * 3 * 80 + 2) - 1, WATCH_NS / (2 * 3 * 80) + 1);
    section_ns = 1000;
    took = times_taken(1, 12, MUTEX);
    assert_in_range(took, WATCH_NS / (1000 + each) - 1, WATCH_NS / (1000 + each) + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_sections_pass_hands_as_fast_in_both_forms_within_a_third),
        cmocka_unit_test(
            short_sections_pass_hands_as_fast_in_both_forms_across_sockets_within_a_half),
        cmocka_unit_test(long_sections_hide_the_way_to_the_head_of_the_queue),
        cmocka_unit_test(who_waits_alone_spins_on_the_word_from_the_start),
        cmocka_unit_test(who_watches_the_owner_of_a_mutex_takes_a_transfer_more),
        cmocka_unit_test(who_queues_for_a_mutex_gets_to_its_word_while_a_long_section_lasts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
