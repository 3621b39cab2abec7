/*
 * Runs worlds of the fuzzer by their numbers or from files, and asks their laws of them. It is one
 * of these commands:
 *
 *   fuzz_worlds [OPTION]... FIRST COUNT                         the worlds of these numbers
 *   fuzz_worlds [--shipped FOLDER] NUMBER                       that one, in this process
 *   fuzz_worlds [--shipped FOLDER] --text NUMBER FILE           writes it as a text, runs nothing
 *   fuzz_worlds FILE.world ...                                  those, in this process
 *
 *   --shipped FOLDER --keep FOLDER --cover FILE --seconds N --each N --laws N       are the options
 *
 * The worlds of many numbers run in a process that is begun anew after some hundred and where a
 * check trapped; those that fail are kept as texts in the folder of --keep. With --each it is done
 * when every workload has had so many, and passes over those that have.
 *
 * Of one number and of files all laws are asked, of many numbers three of each, or as many as
 * --laws says: a world with one takes half of the time of one with three.
 */
#define _DEFAULT_SOURCE 1

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "workload/workload.h"
#include "worlds.h"

#define WORLDS_A_PROCESS 500
#define LAWS_A_WORLD 3

/* What became of a number: a world, none that is not refused, one of a workload that had enough. */
enum outcome { HELD, NO_WORLD, ENOUGH };

struct wanted {
    const char *shipped, *keep, *cover;
    long seconds;
    uint32_t each; /* worlds of each workload, 0: as they come */
    uint32_t laws; /* asked of a world */
    bool text;
    int count;
    char **words;
};

static struct wanted read_arguments(int count, char **arguments)
{
    struct wanted wanted = {.seconds = 1 << 30, .laws = LAWS_A_WORLD, .words = arguments};
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
        else if (!strcmp(arguments[i], "--laws") && more)
            wanted.laws = (uint32_t)atol(arguments[++i]);
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

/* ---- how far a run has come, in memory that all its processes share */

static const uint32_t workloads[] = {
#define X(with, NAME, code, name) code,
    SS_WORKLOADS(X, )
#undef X
};

struct progress {
    uint64_t number, end; /* the one that runs, and the first that does not */
    uint64_t run, refused, failed;
    time_t until;
    uint32_t each, laws_a_world, had[SS_ARRAY_LENGTH(workloads)];
    struct law_count laws[MOST_LAWS];
};

static struct progress *share_progress(const struct wanted *wanted)
{
    struct progress *progress =
        mmap(NULL, sizeof(*progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (progress == MAP_FAILED) {
        perror("memory for counts");
        exit(1);
    }
    progress->number = strtoull(wanted->words[0], NULL, 10);
    progress->end = progress->number + strtoull(wanted->words[1], NULL, 10);
    progress->until = time(NULL) + wanted->seconds;
    progress->each = wanted->each;
    progress->laws_a_world = wanted->laws;
    return progress;
}

/* Counts a world; false if its workload has had enough. */
static bool count_world(struct progress *progress, uint32_t workload)
{
    uint32_t at = 0;
    while (workloads[at] != workload)
        at++;
    if (progress->each && progress->had[at] >= progress->each)
        return false;
    progress->had[at]++;
    return true;
}

/* Every workload has had what was asked for. */
static bool has_enough(const struct progress *progress)
{
    bool full = progress->each > 0;
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(workloads); i++)
        full = full && progress->had[i] >= progress->each;
    return full;
}

static bool is_done(const struct progress *progress)
{
    return has_enough(progress) || progress->number >= progress->end ||
           time(NULL) >= progress->until;
}

static void print_progress(const struct progress *progress, time_t begin)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    printf("%llu worlds, %llu refused, %llu failed, %lld s, %lld s of the processor\n",
           (unsigned long long)progress->run, (unsigned long long)progress->refused,
           (unsigned long long)progress->failed, (long long)(time(NULL) - begin),
           (long long)(used.ru_utime.tv_sec + used.ru_stime.tv_sec));
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(workloads); i++)
        printf("%s%s %u", i ? ", " : "", ss_workload_kind(workloads[i])->name, progress->had[i]);
    printf("\n");
    for (uint32_t i = 0; law_name(i); i++)
        printf("%s: asked %llu, applied %llu\n", law_name(i),
               (unsigned long long)progress->laws[i].asked,
               (unsigned long long)progress->laws[i].applied);
}

/* ---- running them ---------------------------------------------------------------------------- */

/* Without `progress` the number was asked for by itself. */
static enum outcome run_number(uint64_t number, const struct shipped *shipped,
                               struct progress *progress)
{
    static struct world_case drawn;
    limit_time();
    if (!draw_case(&drawn, number, shipped))
        return NO_WORLD;
    if (progress && !count_world(progress, drawn.def.workload))
        return ENOUGH;
    hold_case(&drawn, progress ? progress->laws_a_world : ALL_LAWS,
              progress ? progress->laws : NULL);
    return HELD;
}

static void keep(uint64_t number, const struct shipped *shipped, const char *folder)
{
    static struct world_case drawn;
    char file[4096];
    snprintf(file, sizeof(file), "%s/%llu.world", folder, (unsigned long long)number);
    if (draw_case(&drawn, number, shipped) && write_case(&drawn, file))
        fprintf(stderr, "kept as %s\n", file);
}

/* Runs in a process of its own, which a number that fails ends. */
static void run_some(struct progress *progress, const struct shipped *shipped)
{
    for (uint32_t left = WORLDS_A_PROCESS; left && !is_done(progress); left--, progress->number++) {
        const enum outcome outcome = run_number(progress->number, shipped, progress);
        progress->run += outcome != ENOUGH;
        progress->refused += outcome == NO_WORLD;
        cover_add(); /* each time: a world that traps adds its own coverage and no more */
    }
}

static int status_of_some(struct progress *progress, const struct shipped *shipped)
{
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (!child) {
        run_some(progress, shipped);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("a process for worlds");
        exit(1);
    }
    return status;
}

static int run_many(const struct wanted *wanted, const struct shipped *shipped)
{
    const time_t begin = time(NULL);
    struct progress *progress = share_progress(wanted);
    const bool counts = cover_begin();
    while (!is_done(progress)) {
        const int status = status_of_some(progress, shipped);
        if (!status)
            continue;
        fprintf(stderr, "fails (%d); to see it alone: fuzz_worlds %llu\n", status,
                (unsigned long long)progress->number);
        if (wanted->keep)
            keep(progress->number, shipped, wanted->keep);
        progress->run++;
        progress->failed++;
        progress->number++;
    }
    print_progress(progress, begin);
    if (wanted->cover && !(counts && cover_write(wanted->cover))) {
        fprintf(stderr, "this build does not count what is reached\n");
        return 1;
    }
    if (shipped->count && progress->each && !has_enough(progress)) {
        fprintf(stderr, "not every workload had %u worlds, as the counts say\n", progress->each);
        return 1;
    }
    return progress->failed > 0;
}

static int run_files(int count, char **files)
{
    static struct world_case read;
    for (int i = 0; i < count; i++) {
        if (!read_case(&read, files[i]))
            return 1;
        printf("%s: ", files[i]);
        limit_time();
        hold_case(&read, ALL_LAWS, NULL);
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
        return run_number(strtoull(wanted.words[0], NULL, 10), &shipped, NULL) != HELD;
    if (wanted.count == 2)
        return run_many(&wanted, &shipped);
    fprintf(stderr, "fuzz_worlds: a number, a first number and how many, or files of worlds\n");
    return 2;
}
