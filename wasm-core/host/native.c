/*
 * The platform under the core when it is a shared library on a POSIX system: memory straight from
 * the kernel, zeroed and page aligned. The libc provides memset and friends.
 */
#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include <sys/mman.h>

#include "base/types.h"
#include "schedscape.h"

/* Two worlds and a few buffers for each of two variants; more means that something leaks. */
#define RESERVATIONS 64

/* Hosts of the core are the one place where a global may change. */
static struct {
    void *memory;
    size_t bytes;
} reservation[RESERVATIONS];
static u32 reservations;

void *ss_host_reserve(uint32_t bytes)
{
    if (bytes == 0 || reservations == RESERVATIONS)
        return NULL;
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    reservation[reservations].memory = memory;
    reservation[reservations].bytes = bytes;
    reservations++;
    return memory;
}

void ss_host_release_all(void)
{
    while (reservations > 0) {
        reservations--;
        munmap(reservation[reservations].memory, reservation[reservations].bytes);
    }
}
