/* Making the world that paths run in, and giving structures their place in it. */
#ifndef SS_EXEC_CREATE_H
#define SS_EXEC_CREATE_H

#include "exec/room.h"
#include "exec/world.h"

/* At its start CPUs stand on their idle tasks, nothing is pending, all lines are uncached. Lines of
 * other rooms come out of the same w->shared, so it comes first. */
extern const struct ss_room ss_exec_room;

/* Structures of one kind that lie one behind the other, each beginning a line. */
struct ss_placement {
    enum ss_structure structure;
    u32 count;
    enum { SS_HOME_FIRST_NODE, SS_HOME_OF_CPU, SS_HOME_BY_INDEX } home;
    u32 (*home_cpu)(const struct ss_world *w, u32 index); /* on the node of that CPU, if not NULL */
};

/* Lines they take, by the layouts of the world; works before anything is built. */
u32 ss_lines_of(const struct ss_world *w, const struct ss_placement *list, u32 kinds);
/* Gives them their addresses: WORD finds them from then on. Nothing happens while only counting. */
void ss_place(struct ss_world *w, const struct ss_placement *list, u32 kinds);

#endif
