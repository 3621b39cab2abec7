/* Whether a definition can become a world; refusals name the field, the problem and the remedy. */
#include "world/check.h"

#include "machine/topology_check.h"
#include "workload/workload.h"
#include "world/intervene.h"
#include "world/options.h"
#include "world/rooms.h"
#include "world/version.h"

static bool refuse(struct ss_message *message, const char *problem)
{
    ss_message_text(message, problem);
    return false;
}

bool ss_world_check(struct ss_world_def *def)
{
    struct ss_message message;
    ss_message_init(&message, def->message, SS_MESSAGE_BYTES);
    def->status = SS_STATUS_BAD_DEFINITION;
    if (def->abi_version != ss_abi_version())
        return refuse(&message,
                      "abi_version: the definition was made for another version of the core");
    if (!ss_options_check(def, &message) || !ss_topology_check(def, &message) ||
        !ss_platform_check(def, &message))
        return false;
    for (u32 i = 0; i < ss_room_count; i++)
        if (ss_rooms[i]->check && !ss_rooms[i]->check(def, &message))
            return false;
    if (!ss_interventions_check(def, &message))
        return false;
    def->status = SS_STATUS_OK;
    return true;
}
