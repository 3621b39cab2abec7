/*
 * The treap of eevdf_tree.h. Priorities are a hash of the task's number: the shape is the same in
 * every run, and its depth logarithmic, which bounds the recursion.
 */
#include "sched/rules/eevdf_tree.h"

#include "base/check.h"

static u32 priority_of(i32 id)
{
    return ((u32)id + 1) * 2654435761u; /* 2^32 over the golden ratio */
}

static bool before(const struct ss_entity *a, const struct ss_entity *b)
{
    i64 difference = a->deadline - b->deadline;
    return difference ? difference < 0 : (i32)(a->sequence - b->sequence) < 0;
}

/* Debug builds trap unless a node and its child `id` are in order, and it knows what lies below. */
static void check_child(const struct ss_entity *node, const struct ss_entity *entity, i32 id,
                        bool is_left)
{
    const struct ss_entity *child = &entity[id];
    if (id == SS_NO_ENTITY)
        return;
    SS_DEBUG_CHECK(is_left ? before(child, node) : before(node, child));
    SS_DEBUG_CHECK(priority_of(id) <= priority_of((i32)(node - entity)));
    SS_DEBUG_CHECK(child->min_vruntime >= node->min_vruntime &&
                   child->min_slice >= node->min_slice);
}

static void check(const struct ss_entity *entity, i32 id)
{
    const struct ss_entity *node = &entity[id];
    SS_DEBUG_CHECK(node->min_vruntime <= node->vruntime && node->min_slice <= node->slice);
    check_child(node, entity, node->left, true);
    check_child(node, entity, node->right, false);
}

static void renew(struct ss_entity *entity, i32 id)
{
    struct ss_entity *node = &entity[id];
    const i32 children[] = {node->left, node->right};
    node->min_vruntime = node->vruntime;
    node->min_slice = node->slice;
    for (u32 i = 0; i < 2; i++) {
        if (children[i] == SS_NO_ENTITY)
            continue;
        const struct ss_entity *child = &entity[children[i]];
        if (child->min_vruntime < node->min_vruntime)
            node->min_vruntime = child->min_vruntime;
        node->min_slice = ss_min_u64(node->min_slice, child->min_slice);
    }
}

/* What comes before `id` and what comes after it. */
static void split(struct ss_entity *entity, i32 root, i32 id, i32 *left, i32 *right)
{
    if (root == SS_NO_ENTITY) {
        *left = *right = SS_NO_ENTITY;
        return;
    }
    if (before(&entity[root], &entity[id])) {
        split(entity, entity[root].right, id, &entity[root].right, right);
        *left = root;
    } else {
        split(entity, entity[root].left, id, left, &entity[root].left);
        *right = root;
    }
    renew(entity, root);
}

static i32 merge(struct ss_entity *entity, i32 left, i32 right)
{
    if (left == SS_NO_ENTITY || right == SS_NO_ENTITY)
        return left == SS_NO_ENTITY ? right : left;
    if (priority_of(left) > priority_of(right)) {
        entity[left].right = merge(entity, entity[left].right, right);
        renew(entity, left);
        return left;
    }
    entity[right].left = merge(entity, left, entity[right].left);
    renew(entity, right);
    return right;
}

i32 ss_eevdf_tree_insert(struct ss_entity *entity, i32 root, i32 id)
{
    SS_DEBUG_CHECK(id >= 0 && id != root);
    if (root != SS_NO_ENTITY && priority_of(root) > priority_of(id)) {
        if (before(&entity[id], &entity[root]))
            entity[root].left = ss_eevdf_tree_insert(entity, entity[root].left, id);
        else
            entity[root].right = ss_eevdf_tree_insert(entity, entity[root].right, id);
        renew(entity, root);
        check(entity, root);
        return root;
    }
    split(entity, root, id, &entity[id].left, &entity[id].right);
    renew(entity, id);
    check(entity, id);
    return id;
}

i32 ss_eevdf_tree_remove(struct ss_entity *entity, i32 root, i32 id)
{
    SS_DEBUG_CHECK(id >= 0 && root != SS_NO_ENTITY);
    if (root == id)
        return merge(entity, entity[id].left, entity[id].right);
    if (before(&entity[id], &entity[root]))
        entity[root].left = ss_eevdf_tree_remove(entity, entity[root].left, id);
    else
        entity[root].right = ss_eevdf_tree_remove(entity, entity[root].right, id);
    renew(entity, root);
    check(entity, root);
    return root;
}
