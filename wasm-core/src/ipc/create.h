/* The room of what tasks wait for. */
#ifndef SS_IPC_CREATE_H
#define SS_IPC_CREATE_H

#include "exec/room.h"

extern const struct ss_room ss_ipc_room;

#endif
