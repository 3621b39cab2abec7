/*
 * fuzz_worlds [--shipped FOLDER] [--keep FOLDER] [--cover FILE] [--seconds N] [--each N] FIRST
 * COUNT runs the worlds of these numbers, each in a process of its own, so that a check that traps
 *     ends that world alone; those that fail are kept as texts in the folder. With --each it is
 *     done when every workload has had so many, and passes over those that have.
 * fuzz_worlds [--shipped FOLDER] NUMBER       runs that one, in this process.
 * fuzz_worlds [--shipped FOLDER] --text NUMBER FILE  writes it as a text and does not run it.
 * fuzz_worlds FILE.world ...                  runs those, in this process.
 * Of one number and of files all laws are asked, of many numbers two of each.
 */
#define _DEFAULT_SOURCE 1

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "workload/workload.h"
#include "worlds.h"

/* Exit status of a process for a world: every definition was refused; its workload has had enough.
 */
enum { NO_WORLD = 3, ENOUGH = 4 };

struct wanted {
    const char *shipped, *keep, *cover;
    long seconds;
    uint32_t each; /* worlds of each workload, 0: as they come */
    bool text;
    int count;
    char **words;
};

static struct wanted read_arguments(int count, char **arguments)
{
    struct wanted wanted = {.seconds = 1 << 30, .words = arguments};
    for (int i = 1; i < count; i++) {
        const bool more = i + 1 < count;
        if (!strcmp(arguments[i], "--shipped") && more)
            wanted.shipped = arguments[++i];
        else if (!strcmp(arguments[i], "--keep") && more)
            wanted.keep = arguments[++i];
        else if (!strcmp(arguments[i], "--cover") && more)
            wanted.cover = arguments[++i];
        else if (!strcmp(arguments[i], "--seconds") && more)
            wanted.seconds = atol(arguments[++i]);
        else if (!strcmp(arguments[i], "--each") && more)
            wanted.each = (uint32_t)atol(arguments[++i]);
        else if (!strcmp(arguments[i], "--text"))
            wanted.text = true;
        else
            arguments[wanted.count++] = arguments[i];
    }
    return wanted;
}

/* Of the processor: how busy the machine is says nothing of a world. */
static void limit_time(void)
{
    const struct itimerval most = {.it_value.tv_sec = MOST_SECONDS};
    setitimer(ITIMER_PROF, &most, NULL);
}

/* ---- how many worlds of each workload have run, in memory that all their processes share */

static const uint32_t workloads[] = {
#define X(with, NAME, code, name) code,
    SS_WORKLOADS(X, )
#undef X
};

struct tally {
    uint32_t each, had[SS_ARRAY_LENGTH(workloads)];
};

static struct tally *share_tally(uint32_t each)
{
    struct tally *tally =
        mmap(NULL, sizeof(*tally), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (tally == MAP_FAILED) {
        perror("memory for counts");
        exit(1);
    }
    tally->each = each;
    return tally;
}

/* Counts a world; false if its workload has had enough. */
static bool tally_add(struct tally *tally, uint32_t workload)
{
    uint32_t at = 0;
    while (workloads[at] != workload)
        at++;
    if (tally->each && tally->had[at] >= tally->each)
        return false;
    tally->had[at]++;
    return true;
}

static bool tally_is_full(const struct tally *tally)
{
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(workloads); i++)
        if (tally->had[i] < tally->each)
            return false;
    return tally->each > 0;
}

static void tally_print(const struct tally *tally)
{
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(workloads); i++)
        printf("%s%s %u", i ? ", " : "", ss_workload_kind(workloads[i])->name, tally->had[i]);
    printf("\n");
}

/* ---- running them ---------------------------------------------------------------------------- */

/* Runs in the process of the world. */
static int run_number(uint64_t number, const struct shipped *shipped, struct tally *tally)
{
    static struct world_case drawn;
    limit_time();
    if (!draw_case(&drawn, number, shipped))
        return NO_WORLD;
    if (tally && !tally_add(tally, drawn.def.workload))
        return ENOUGH;
    hold_case(&drawn, !tally);
    return 0;
}

static void keep(uint64_t number, const struct shipped *shipped, const char *folder)
{
    static struct world_case drawn;
    char file[4096];
    snprintf(file, sizeof(file), "%s/%llu.world", folder, (unsigned long long)number);
    if (draw_case(&drawn, number, shipped) && write_case(&drawn, file))
        fprintf(stderr, "kept as %s\n", file);
}

static int status_of(uint64_t number, const struct shipped *shipped, struct tally *tally)
{
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (!child) {
        const int code = run_number(number, shipped, tally);
        cover_add();
        _exit(code);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("a process for a world");
        exit(1);
    }
    return status;
}

static int run_many(const struct wanted *wanted, const struct shipped *shipped)
{
    const uint64_t first = strtoull(wanted->words[0], NULL, 10);
    const uint64_t count = strtoull(wanted->words[1], NULL, 10);
    const time_t begin = time(NULL);
    uint64_t number = first, run = 0, refused = 0, failed = 0;
    struct tally *tally = share_tally(wanted->each);
    const bool counts = cover_begin();
    for (; number - first < count && time(NULL) - begin < wanted->seconds && !tally_is_full(tally);
         number++) {
        const int status = status_of(number, shipped, tally);
        if (WIFEXITED(status) && WEXITSTATUS(status) == ENOUGH)
            continue;
        run++;
        if (WIFEXITED(status) && WEXITSTATUS(status) == NO_WORLD)
            refused++;
        else if (status) {
            failed++;
            fprintf(stderr, "fails (%d); to see it alone: fuzz_worlds %llu\n", status,
                    (unsigned long long)number);
            if (wanted->keep)
                keep(number, shipped, wanted->keep);
        }
    }
    printf("%llu worlds, %llu refused, %llu failed, %lld s\n", (unsigned long long)run,
           (unsigned long long)refused, (unsigned long long)failed,
           (long long)(time(NULL) - begin));
    tally_print(tally);
    if (wanted->cover && !(counts && cover_write(wanted->cover))) {
        fprintf(stderr, "this build does not count what is reached\n");
        return 1;
    }
    return failed > 0;
}

static int run_files(int count, char **files)
{
    static struct world_case read;
    for (int i = 0; i < count; i++) {
        if (!read_case(&read, files[i]))
            return 1;
        printf("%s: ", files[i]);
        limit_time();
        hold_case(&read, true);
    }
    return 0;
}

int main(int count, char **arguments)
{
    static struct world_case drawn;
    const struct wanted wanted = read_arguments(count, arguments);
    static struct shipped shipped;
    if (wanted.shipped)
        shipped = read_shipped(wanted.shipped);
    if (wanted.text && wanted.count == 2)
        return !(draw_case(&drawn, strtoull(wanted.words[0], NULL, 10), &shipped) &&
                 write_case(&drawn, wanted.words[1]));
    if (wanted.count >= 1 && strstr(wanted.words[0], ".world"))
        return run_files(wanted.count, wanted.words);
    if (wanted.count == 1)
        return run_number(strtoull(wanted.words[0], NULL, 10), &shipped, NULL);
    if (wanted.count == 2)
        return run_many(&wanted, &shipped);
    fprintf(stderr, "fuzz_worlds: a number, a first number and how many, or files of worlds\n");
    return 2;
}
