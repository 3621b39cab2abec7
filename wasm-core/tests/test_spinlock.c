/* Both depths of the spinlock against a plain queue, with CPUs that come and go at random. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/prng.h"
#include "machine/spinlock.h"
#include "support_lines.h"

#define CPUS 12
#define STEPS 100000

/* ---- closed form ----------------------------------------------------------------------------- */

static void waiters_get_the_lock_in_the_order_they_came(void **state)
{
    (void)state;
    struct ss_lock_node nodes[CPUS];
    struct ss_spinlock lock;
    struct ss_prng prng;
    u32 queue[CPUS], length = 0; /* queue[0] holds */
    bool inside[CPUS] = {false};
    ss_prng_seed(&prng, 1, 0, 0);
    ss_lock_nodes_reset(nodes, CPUS);
    ss_spinlock_reset(&lock);
    for (u32 step = 0; step < STEPS; step++) {
        u32 cpu = ss_prng_below(&prng, CPUS);
        if (!inside[cpu]) {
            assert_int_equal(ss_spinlock_acquire(&lock, nodes, cpu), length == 0);
            queue[length++] = cpu;
            inside[cpu] = true;
        } else {
            inside[queue[0]] = false;
            length--;
            for (u32 i = 0; i < length; i++)
                queue[i] = queue[i + 1];
            assert_int_equal(ss_spinlock_release(&lock, nodes), length ? (i32)queue[0] : SS_NO_CPU);
        }
        assert_int_equal(lock.holder, length ? (i32)queue[0] : SS_NO_CPU);
        assert_int_equal(lock.waiters, length ? length - 1 : 0);
    }
}

static void trying_never_queues(void **state)
{
    (void)state;
    struct ss_lock_node nodes[CPUS];
    struct ss_spinlock lock;
    ss_lock_nodes_reset(nodes, CPUS);
    ss_spinlock_reset(&lock);
    assert_true(ss_spinlock_try(&lock, 3));
    assert_false(ss_spinlock_try(&lock, 4));
    assert_int_equal(ss_spinlock_release(&lock, nodes), SS_NO_CPU);
    assert_true(ss_spinlock_try(&lock, 4));
}

static void the_third_to_wait_stands_behind_the_head_of_the_queue(void **state)
{
    (void)state;
    struct ss_lock_node nodes[CPUS];
    struct ss_spinlock lock;
    ss_lock_nodes_reset(nodes, CPUS);
    ss_spinlock_reset(&lock);
    for (u32 cpu = 0; cpu < 5; cpu++)
        ss_spinlock_acquire(&lock, nodes, cpu);
    assert_int_equal(nodes[1].place, SS_PLACE_PENDING);
    assert_int_equal(nodes[2].place, SS_PLACE_HEAD);
    assert_int_equal(nodes[3].place, SS_PLACE_BEHIND);
    assert_int_equal(nodes[4].place, SS_PLACE_BEHIND);
    ss_spinlock_release(&lock, nodes); /* the pending bit is clear now, the queue is not empty */
    ss_spinlock_acquire(&lock, nodes, 0);
    assert_int_equal(nodes[0].place, SS_PLACE_BEHIND);
    while (lock.waiters)
        ss_spinlock_release(&lock, nodes);
    ss_spinlock_acquire(&lock, nodes, 5);
    assert_int_equal(nodes[5].place, SS_PLACE_PENDING);
}

static void a_hand_over_costs_one_transfer_in_each_direction(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine(
        (struct regular_machine){2, 1, 2, 1, .nodes_per_package = 1, .near = 12, .far = 20});
    set_timings(def);
    def->hitm_matrix_nodes = 2;
    static const uint32_t hitm[] = {80, 120, 310, 90};
    for (int i = 0; i < 4; i++)
        def->hitm_matrix_ns[i] = hitm[i];
    struct line_machine *m = make_line_machine(def, 1, 1);
    assert_int_equal(ss_spinlock_handover_ns(&m->coherence, 0, 1), 160);
    assert_int_equal(ss_spinlock_handover_ns(&m->coherence, 0, 2), 430);
    assert_int_equal(ss_spinlock_handover_ns(&m->coherence, 2, 0), 430);
    assert_int_equal(ss_spinlock_handover_ns(&m->coherence, 2, 3), 180);
    free_line_machine(m);
}

static void a_hand_over_costs_two_transfers(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(1, 1);
    assert_int_equal(ss_spinlock_handover_ns(&m->coherence, 0, 1), 160);
    assert_int_equal(ss_spinlock_handover_ns(&m->coherence, 0, 2), 200);
    assert_int_equal(ss_spinlock_handover_ns(&m->coherence, 0, 4), 480);
    free_line_machine(m);
}

/* ---- exact form ------------------------------------------------------------------------------ */

/* Where a CPU stands on its way through the slow path: the next access it will make. */
enum place {
    OUTSIDE,
    SET_PENDING,
    CLEAR_PENDING,
    SPIN_PENDING, /* spins on the word as the first waiter */
    PREPARE,
    TRY_AGAIN,
    EXCHANGE,
    LINK,
    SPIN_NODE,
    AWAIT_WORD,
    SPIN_HEAD, /* spins on the word as the head of the queue */
    PROMOTE,
    HOLDING
};

struct contest {
    struct ss_qspinlock lock;
    struct ss_lock_node nodes[CPUS];
    struct ss_prng prng;
    enum place place[CPUS];
    bool named[CPUS]; /* a function has named this CPU: it may go on */
    i32 predecessor[CPUS];
    u32 arrived[CPUS]; /* step of its exchange of the tail, or of its setting of pending */
    u32 step, taken, through_queue;
    bool set[CPUS];
};

static void name(struct contest *c, i32 cpu)
{
    if (cpu != SS_NO_CPU)
        c->named[cpu] = true;
}

static void hold(struct contest *c, u32 cpu)
{
    for (u32 other = 0; other < CPUS; other++)
        assert_false(other != cpu && (c->place[other] == HOLDING || c->place[other] == PROMOTE));
    assert_int_equal(c->lock.holder, cpu);
    c->taken++;
    c->place[cpu] = HOLDING;
}

static void arrive(struct contest *c, u32 cpu)
{
    if (ss_qspinlock_try(&c->lock, cpu))
        hold(c, cpu);
    else
        c->place[cpu] = c->lock.pending || c->lock.tail != SS_NO_CPU ? PREPARE : SET_PENDING;
}

static void spin_as_first(struct contest *c, u32 cpu)
{
    if (c->lock.locked)
        return;
    ss_qspinlock_take_pending(&c->lock, cpu);
    hold(c, cpu);
}

static void set_pending(struct contest *c, u32 cpu)
{
    bool first = ss_qspinlock_set_pending(&c->lock, cpu, &c->set[cpu]);
    c->place[cpu] = first ? SPIN_PENDING : c->set[cpu] ? CLEAR_PENDING : PREPARE;
}

static void exchange(struct contest *c, u32 cpu)
{
    c->predecessor[cpu] = ss_qspinlock_exchange_tail(&c->lock, c->nodes, cpu);
    c->arrived[cpu] = c->step;
    c->place[cpu] = c->predecessor[cpu] == SS_NO_CPU ? AWAIT_WORD : LINK;
}

static void take_as_head(struct contest *c, u32 cpu)
{
    if (!ss_qspinlock_clear(&c->lock))
        return;
    for (u32 other = 0; other < CPUS; other++) /* first come among the queued */
        assert_false(other != cpu && (c->place[other] == LINK || c->place[other] == SPIN_NODE) &&
                     c->arrived[other] < c->arrived[cpu]);
    c->through_queue++;
    bool alone = ss_qspinlock_take_as_head(&c->lock, cpu);
    hold(c, cpu);
    if (!alone)
        c->place[cpu] = PROMOTE;
}

static void promote(struct contest *c, u32 cpu)
{
    i32 next = ss_qspinlock_promote(c->nodes, cpu);
    if (next != SS_NO_CPU)
        c->place[cpu] = HOLDING;
}

/* One access of one CPU. */
static void go_on(struct contest *c, u32 cpu)
{
    switch (c->place[cpu]) {
    case OUTSIDE:
        arrive(c, cpu);
        break;
    case SET_PENDING:
        set_pending(c, cpu);
        break;
    case CLEAR_PENDING:
        name(c, ss_qspinlock_clear_pending(&c->lock));
        c->place[cpu] = PREPARE;
        break;
    case SPIN_PENDING:
        spin_as_first(c, cpu);
        break;
    case PREPARE:
        ss_qspinlock_prepare(c->nodes, cpu);
        c->place[cpu] = TRY_AGAIN;
        break;
    case TRY_AGAIN:
        if (ss_qspinlock_try(&c->lock, cpu))
            hold(c, cpu);
        else
            c->place[cpu] = EXCHANGE;
        break;
    case EXCHANGE:
        exchange(c, cpu);
        break;
    case LINK:
        ss_qspinlock_link(c->nodes, (u32)c->predecessor[cpu], cpu);
        c->place[cpu] = SPIN_NODE;
        break;
    case SPIN_NODE:
        if (c->nodes[cpu].head)
            c->place[cpu] = AWAIT_WORD;
        break;
    case AWAIT_WORD:
        c->named[cpu] = ss_qspinlock_await_word(&c->lock, cpu);
        c->place[cpu] = SPIN_HEAD;
        break;
    case SPIN_HEAD:
        take_as_head(c, cpu);
        break;
    case PROMOTE:
        promote(c, cpu);
        break;
    case HOLDING:
        name(c, ss_qspinlock_release(&c->lock));
        c->place[cpu] = OUTSIDE;
        break;
    }
}

/* A spinner on the word that no function named would never wake up: it must still find the word
 * taken. */
static void check_no_spinner_is_forgotten(const struct contest *c)
{
    for (u32 cpu = 0; cpu < CPUS; cpu++) {
        if (c->place[cpu] == SPIN_PENDING && !c->named[cpu])
            assert_true(c->lock.locked);
        if (c->place[cpu] == SPIN_HEAD && !c->named[cpu])
            assert_false(ss_qspinlock_clear(&c->lock));
    }
}

static void run_contest(u64 seed, u32 cpus)
{
    struct contest c = {0};
    ss_prng_seed(&c.prng, seed, 0, 0);
    ss_qspinlock_reset(&c.lock);
    ss_lock_nodes_reset(c.nodes, CPUS);
    for (c.step = 0; c.step < STEPS; c.step++) {
        u32 cpu = ss_prng_below(&c.prng, cpus);
        enum place before = c.place[cpu];
        if (before == OUTSIDE || before == SET_PENDING || before == AWAIT_WORD)
            c.named[cpu] = false;
        if (before == SET_PENDING && !c.lock.locked)
            c.named[cpu] = true; /* finds the lock free at once */
        go_on(&c, cpu);
        check_no_spinner_is_forgotten(&c);
    }
    /* All CPUs get out again once no more arrive. */
    for (u32 round = 0; round < 40 * CPUS; round++)
        for (u32 cpu = 0; cpu < cpus; cpu++)
            if (c.place[cpu] != OUTSIDE)
                go_on(&c, cpu);
    for (u32 cpu = 0; cpu < cpus; cpu++)
        assert_int_equal(c.place[cpu], OUTSIDE);
    assert_true(ss_qspinlock_free(&c.lock));
    assert_int_equal(c.lock.waiters, 0);
    assert_true(c.taken > STEPS / 100);
    assert_true(cpus < 3 || c.through_queue > c.taken / 20);
}

static void one_cpu_holds_and_nobody_is_forgotten(void **state)
{
    (void)state;
    for (u32 cpus = 1; cpus <= CPUS; cpus++)
        run_contest(cpus, cpus);
}

static void the_first_waiter_spins_on_the_word_and_the_next_ones_queue(void **state)
{
    (void)state;
    struct ss_lock_node nodes[CPUS];
    struct ss_qspinlock lock;
    bool set;
    ss_lock_nodes_reset(nodes, CPUS);
    ss_qspinlock_reset(&lock);
    assert_true(ss_qspinlock_try(&lock, 0));
    assert_false(ss_qspinlock_try(&lock, 1));
    assert_true(ss_qspinlock_set_pending(&lock, 1, &set));
    assert_false(ss_qspinlock_set_pending(&lock, 2, &set));
    assert_false(set);
    ss_qspinlock_prepare(nodes, 2);
    assert_int_equal(ss_qspinlock_exchange_tail(&lock, nodes, 2), SS_NO_CPU);
    ss_qspinlock_prepare(nodes, 3);
    assert_int_equal(ss_qspinlock_exchange_tail(&lock, nodes, 3), 2);
    assert_false(ss_qspinlock_await_word(&lock, 2));
    assert_int_equal(lock.waiters, 3);
    assert_int_equal(ss_qspinlock_release(&lock), 1);
    ss_qspinlock_take_pending(&lock, 1);
    assert_int_equal(ss_qspinlock_release(&lock), 2);
    assert_false(ss_qspinlock_take_as_head(&lock, 2));
    assert_int_equal(ss_qspinlock_promote(nodes, 2), SS_NO_CPU); /* CPU 3 has not linked yet */
    ss_qspinlock_link(nodes, 2, 3);
    assert_false(nodes[3].head);
    assert_int_equal(ss_qspinlock_promote(nodes, 2), 3);
    assert_true(nodes[3].head);
    assert_int_equal(ss_qspinlock_release(&lock), SS_NO_CPU); /* CPU 3 is on its way to the word */
    assert_true(ss_qspinlock_await_word(&lock, 3));
    assert_true(ss_qspinlock_take_as_head(&lock, 3));
    assert_int_equal(ss_qspinlock_release(&lock), SS_NO_CPU);
    assert_true(ss_qspinlock_free(&lock));
}

static void a_pending_bit_set_by_a_queuer_holds_up_the_head_until_taken_back(void **state)
{
    (void)state;
    struct ss_lock_node nodes[CPUS];
    struct ss_qspinlock lock;
    bool set;
    ss_lock_nodes_reset(nodes, CPUS);
    ss_qspinlock_reset(&lock);
    ss_qspinlock_try(&lock, 0);
    ss_qspinlock_prepare(nodes, 1);
    ss_qspinlock_exchange_tail(&lock, nodes, 1);
    assert_false(ss_qspinlock_await_word(&lock, 1));
    assert_false(ss_qspinlock_set_pending(&lock, 2, &set));
    assert_true(set);
    assert_int_equal(ss_qspinlock_release(&lock), SS_NO_CPU);
    assert_int_equal(ss_qspinlock_clear_pending(&lock), 1);
    assert_true(ss_qspinlock_take_as_head(&lock, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiters_get_the_lock_in_the_order_they_came),
        cmocka_unit_test(trying_never_queues),
        cmocka_unit_test(the_third_to_wait_stands_behind_the_head_of_the_queue),
        cmocka_unit_test(a_hand_over_costs_two_transfers),
        cmocka_unit_test(a_hand_over_costs_one_transfer_in_each_direction),
        cmocka_unit_test(one_cpu_holds_and_nobody_is_forgotten),
        cmocka_unit_test(the_first_waiter_spins_on_the_word_and_the_next_ones_queue),
        cmocka_unit_test(a_pending_bit_set_by_a_queuer_holds_up_the_head_until_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
