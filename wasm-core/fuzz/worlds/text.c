/* Definitions as texts: what differs from the default, by the names of the header. */
#define _DEFAULT_SOURCE 1 /* scandir */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worlds.h"

struct field {
    const char *name;
    uint32_t offset, bytes, length;
};

static const struct field fields[] = {
#define F(type, name) {#name, offsetof(struct ss_world_def, name), sizeof(SS_TYPE_##type), 1},
#define A(type, name, many)                                                                        \
    {#name, offsetof(struct ss_world_def, name), sizeof(SS_TYPE_##type), (many)},
    SS_FIELDS_world_def(F, A)
#undef F
#undef A
};

#define FIELDS (sizeof(fields) / sizeof(fields[0]))

static bool is_answer(const struct field *field)
{
    return !strcmp(field->name, "status") || !strcmp(field->name, "message");
}

static uint32_t value_at(const struct ss_world_def *def, const struct field *field, uint32_t index)
{
    uint32_t value = 0; /* little-endian, as everything that crosses the ABI */
    memcpy(&value, (const uint8_t *)def + field->offset + (size_t)index * field->bytes,
           field->bytes);
    return value;
}

static void write_field(FILE *out, const struct ss_world_def *def, const struct ss_world_def *usual,
                        const struct field *field)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < field->length; i++)
        if (value_at(def, field, i) != value_at(usual, field, i))
            last = i + 1;
    if (!last)
        return;
    fputs(field->name, out);
    for (uint32_t i = 0; i < last; i++)
        fprintf(out, " %u", value_at(def, field, i));
    fputc('\n', out);
}

bool write_case(const struct world_case *written, const char *file)
{
    FILE *out = fopen(file, "w");
    struct ss_world_def *usual = calloc(1, sizeof(*usual));
    if (!out) {
        free(usual);
        perror(file);
        return false;
    }
    ss_world_def_default(usual);
    fprintf(out, "run end %llu\nrun records %u\nrun laws %llu\n", (unsigned long long)written->end,
            written->records, (unsigned long long)written->laws);
    for (uint32_t i = 0; i < FIELDS; i++)
        if (!is_answer(&fields[i]))
            write_field(out, &written->def, usual, &fields[i]);
    free(usual);
    return !fclose(out);
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_values(struct ss_world_def *def, const struct field *field, char *values)
{
    char *end = values;
    for (uint32_t i = 0;; i++) {
        const unsigned long value = strtoul(values, &end, 10);
        if (end == values)
            return *end == 0 && i > 0;
        if (i >= field->length)
            return false;
        const uint32_t word = (uint32_t)value;
        memcpy((uint8_t *)def + field->offset + (size_t)i * field->bytes, &word, field->bytes);
        values = end;
    }
}

static bool read_run(struct world_case *read, const char *line)
{
    unsigned long long value = 0;
    char what[16] = "";
    if (sscanf(line, "%15s %llu", what, &value) != 2)
        return false;
    if (!strcmp(what, "end"))
        read->end = value;
    else if (!strcmp(what, "records"))
        read->records = (uint32_t)value;
    else if (!strcmp(what, "laws"))
        read->laws = value;
    else
        return false;
    return true;
}

static bool read_line(struct world_case *read, char *line)
{
    char *values = strchr(line, ' ');
    if (!values)
        return false;
    *values++ = 0;
    if (!strcmp(line, "run"))
        return read_run(read, values);
    for (uint32_t i = 0; i < FIELDS; i++)
        if (!strcmp(line, fields[i].name))
            return read_values(&read->def, &fields[i], values);
    return false;
}

bool read_case(struct world_case *read, const char *file)
{
    FILE *in = fopen(file, "r");
    char *line = malloc(MOST_TEXT);
    bool whole = in != NULL;
    if (!in)
        perror(file);
    memset(read, 0, sizeof(*read));
    ss_world_def_default(&read->def);
    read->end = 4000000;
    read->records = 4000;
    for (uint32_t number = 1; whole && fgets(line, MOST_TEXT, in); number++) {
        line[strcspn(line, "\n")] = 0;
        whole = !*line || *line == '#' || read_line(read, line);
        if (!whole)
            fprintf(stderr, "%s:%u: cannot be read: %.60s\n", file, number, line);
    }
    if (in)
        fclose(in);
    free(line);
    return whole;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_world(const struct dirent *entry)
{
    const char *end = strrchr(entry->d_name, '.');
    return end && !strcmp(end, ".world");
}

struct shipped read_shipped(const char *folder)
{
    struct shipped shipped = {0};
    struct dirent **entry = NULL;
    const int found = scandir(folder, &entry, is_world, by_name);
    shipped.list = calloc(MOST_SHIPPED, sizeof(*shipped.list));
    for (int i = 0; i < found; i++) {
        char file[4096];
        struct world_case *read = malloc(sizeof(*read));
        snprintf(file, sizeof(file), "%s/%s", folder, entry[i]->d_name);
        if (shipped.count < MOST_SHIPPED && read_case(read, file))
            shipped.list[shipped.count++] = read;
        else
            exit(1); /* numbers would mean other worlds */
        free(entry[i]);
    }
    free(entry);
    return shipped;
}
