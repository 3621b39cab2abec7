/* Which tables a core was built from, for hosts that were built from others. */
#ifndef SS_WORLD_VERSION_H
#define SS_WORLD_VERSION_H

#include "base/types.h"

/* A fingerprint of schedscape.h: of the place, type and name of every field of every structure that
 * crosses, and of every code. The compiler computes it, so no version number has to be raised, and
 * no two headers that a host would read differently are likely to share it. */
u32 ss_abi_version(void);

#endif
