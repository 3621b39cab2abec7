/*
 * Takes the domains that decide nothing out of a CPU's chain: those of one CPU, of one group, or
 * the same as the one below (cpu_attach_domain, kernel/sched/topology.c v6.18). Group flags are
 * repaired only as far as the kernel repairs them, because its balancer reads them as they are.
 */
#include "sched/domains/domain_degenerate.h"

#include "sched/domains/domains_build.h"

static bool is_degenerate(const struct ss_sched_domain *domain)
{
    if (domain->span_weight == 1)
        return true;
    if (domain->group_count > 1 && (domain->flags & SS_SD_NEEDS_GROUPS))
        return false;
    return !(domain->flags & SS_SD_WAKE_AFFINE);
}

static bool is_parent_degenerate(const struct ss_sched_domain *domain,
                                 const struct ss_sched_domain *parent)
{
    if (is_degenerate(parent))
        return true;
    if (domain->span != parent->span)
        return false;
    u32 matter = parent->flags;
    if (parent->group_count == 1)
        matter &= ~(u32)SS_SD_NEEDS_GROUPS;
    return !(matter & ~(u32)domain->flags);
}

/* The flags of the other groups stay what they were when the groups were built. */
static void set_local_group_flags(struct ss_domains *domains, const struct ss_sched_domain *domain,
                                  u16 flags)
{
    domains->group[domain->groups + domain->first_group].flags = flags;
}

static void remove_parent(struct ss_domains *domains, u32 at)
{
    struct ss_sched_domain *domain = &domains->domain[at];
    const struct ss_sched_domain *parent = &domains->domain[domain->parent];
    domain->parent = parent->parent;
    if (parent->parent != SS_NO_DOMAIN) {
        struct ss_sched_domain *above = &domains->domain[parent->parent];
        above->child = at;
        set_local_group_flags(domains, above, domain->flags);
    }
    /* After the copy above: the group does not learn of it. */
    domain->flags |= parent->flags & SS_SD_PREFER_SIBLING;
}

u32 ss_degenerate_chain(struct ss_domains *domains, u32 base)
{
    for (u32 at = base; domains->domain[at].parent != SS_NO_DOMAIN;) {
        struct ss_sched_domain *domain = &domains->domain[at];
        if (is_parent_degenerate(domain, &domains->domain[domain->parent]))
            remove_parent(domains, at);
        else
            at = domain->parent;
    }
    if (!is_degenerate(&domains->domain[base]))
        return base;
    base = domains->domain[base].parent;
    if (base != SS_NO_DOMAIN) {
        domains->domain[base].child = SS_NO_DOMAIN;
        set_local_group_flags(domains, &domains->domain[base], 0);
    }
    return base;
}
