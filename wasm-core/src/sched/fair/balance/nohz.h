/* CPUs without a tick, and the CPU that balances for them. */
#ifndef SS_SCHED_FAIR_BALANCE_NOHZ_H
#define SS_SCHED_FAIR_BALANCE_NOHZ_H

#include "exec/path.h"

/* A CPU without a tick balances for all of them. */
/* What that CPU is asked for: to balance, to bring their averages up to date; the last is what a
 * CPU asks of itself before it idles. */
enum { SS_KICK_BALANCE = 1, SS_KICK_STATS = 2, SS_KICK_NEWIDLE = 4 };
struct nohz_idle_balance_frame {
    struct ss_path path;
    /* arguments */
    u32 kick; /* SS_KICK_... */
    /* kept */
    i32 at;
    u64 started; /* jiffies */
    bool wrapped, is_fresh, blocked;
};
bool nohz_idle_balance(struct ss_world *w, struct ss_cpu *cpu);

struct nohz_balance_enter_idle_frame {
    struct ss_path path;
};
/* This CPU stops its tick; has a tick again; at a busy tick asks an idle CPU to balance; is asked.
 */
bool nohz_balance_enter_idle(struct ss_world *w, struct ss_cpu *cpu);

struct nohz_balance_exit_idle_frame {
    struct ss_path path;
};
bool nohz_balance_exit_idle(struct ss_world *w, struct ss_cpu *cpu);

struct nohz_balancer_kick_frame {
    struct ss_path path;
    /* kept */
    u32 kick; /* SS_KICK_... */
    bool due;
};
bool nohz_balancer_kick(struct ss_world *w, struct ss_cpu *cpu);

struct nohz_newidle_balance_frame {
    struct ss_path path;
    /* kept */
    bool due;
};
/* This CPU has found nothing to pull: before it idles for long it is to bring averages up to
 * date. */
bool nohz_newidle_balance(struct ss_world *w, struct ss_cpu *cpu);

/* Takes those of `kinds` (SS_KICK_...) that the CPU has been asked for. None without the full fair
 * class, as below. */
u32 ss_fair_take_kick(struct ss_world *w, u32 cpu, u32 kinds);

/* True if an idle CPU is to bring averages up to date because it went idle; the request is taken. A
 * CPU that is about to be interrupted to do the same does it then. Source: nohz_run_idle_balance of
 * kernel/sched/fair.c, 6.18.2. */
bool ss_fair_takes_round(struct ss_world *w, u32 cpu);

#endif
