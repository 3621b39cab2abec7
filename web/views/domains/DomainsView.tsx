// The scheduling domains of a CPU: spans, groups, flags and numbers as the core's topology code builds
// them, and built again when a switch of the kernel or the number of NUMA nodes is changed. It asks
// about a machine; it changes none that runs.

import { useId, useMemo, useState } from 'react';
import type { AskDomains } from '../../engine/domains/browser.ts';
import type { DomainsOfCpu, MachineShape } from '../../engine/domains/domains.ts';
import type { Domain } from '../../engine/domains/words.ts';
import { Button } from '../../ui/Button.tsx';
import { messageOf } from '../../ui/errors.ts';
import { Icicle } from '../../ui/Icicle.tsx';
import { Select } from '../../ui/Select.tsx';
import { allowanceOf, asksAllowance, type NumaRule, numaRules } from './allowance.ts';
import styles from './DomainsView.module.css';
import { nestedDomains } from './nested.ts';
import { nodesPerPackageChoices, withNodesPerPackage } from './nodes.ts';
import { Strip } from './Strip.tsx';
import { flags, levels, words } from './words.ts';

export interface DomainsViewProps {
  readonly ask: AskDomains;
  /** The machine on stage with the switches of its kernel. */
  readonly shape: MachineShape;
  /** What its kernel allows between nodes. */
  readonly numa: NumaRule;
  /** The CPU shown at first. */
  readonly cpu: number;
}

/** Groups whose CPUs are listed before the rest is counted. */
const mostGroups = 16;

const switches = [
  ['sched_smt', 'smt', 'SMT'],
  ['sched_cluster', 'cluster', 'CLUSTER'],
  ['sched_mc', 'mc', 'MC'],
] as const;

type Switches = Pick<MachineShape, (typeof switches)[number][0]>;

function answerOf(ask: AskDomains, shape: MachineShape, cpu: number): DomainsOfCpu | string {
  try {
    return ask(shape, cpu);
  } catch (error) {
    return messageOf(error);
  }
}

/** What a person turned away from the kernel on stage. */
interface Turned {
  readonly switches?: Partial<Switches>;
  readonly numa?: Partial<NumaRule>;
  /** NUMA nodes of a package; 0: as the machine has them. */
  readonly nodes?: number;
}

/** Knobs that begin where the kernel on stage has them, also when another one comes on stage. */
function useKnobs({ shape, numa }: DomainsViewProps) {
  const [kept, keep] = useState<{ readonly of: MachineShape; readonly turned: Turned }>();
  const turned = kept?.of === shape ? kept.turned : {};
  const { nodes = 0, switches: switched } = turned;
  const asked = useMemo(() => {
    const machine = nodes ? withNodesPerPackage(shape, nodes) : shape;
    return { ...machine, ...switched };
  }, [shape, switched, nodes]);
  const rule = { ...numa, ...turned.numa };
  const isChanged =
    nodes > 0 ||
    switches.some(([key]) => asked[key] !== shape[key]) ||
    rule.numa_imbalance !== numa.numa_imbalance ||
    rule.imb_numa_nr !== numa.imb_numa_nr;
  const turn = (change: Turned) => keep({ of: shape, turned: { ...turned, ...change } });
  return { nodes, switched, asked, rule, isChanged, turn, back: () => keep(undefined) };
}

export function DomainsView(props: DomainsViewProps) {
  const { ask, shape, cpu: firstCpu } = props;
  const [cpu, setCpu] = useState(firstCpu);
  const { nodes, switched, asked, rule, isChanged, turn, back } = useKnobs(props);
  const answer = useMemo(() => answerOf(ask, asked, cpu), [ask, asked, cpu]);
  return (
    <div className={styles.view}>
      <div className={styles.bar}>
        <CpuChoice cpu={cpu} cpus={shape.cpus} onChange={setCpu} />
        {switches.map(([key, word, config]) => (
          <label key={key} className={styles.choice} title={words.configOf(config)}>
            <input
              type="checkbox"
              checked={asked[key] === 1}
              onChange={({ target }) =>
                turn({ switches: { ...switched, [key]: Number(target.checked) } })
              }
            />
            {words[word]}
          </label>
        ))}
        <NodesChoice shape={shape} nodes={nodes} onChange={(count) => turn({ nodes: count })} />
        <RuleChoice rule={rule} onChange={(numa) => turn({ numa })} />
        <Button disabled={!isChanged} onClick={back}>
          {words.back}
        </Button>
        <p className={styles.note} role="status">
          {isChanged ? words.changed : words.same}
        </p>
      </div>
      {typeof answer === 'string' ? (
        <p role="alert">{answer}</p>
      ) : (
        <Hierarchy answer={answer} rule={rule} cpus={shape.cpus} cpu={cpu} />
      )}
    </div>
  );
}

interface CpuChoiceProps {
  readonly cpu: number;
  readonly cpus: number;
  readonly onChange: (cpu: number) => void;
}

function CpuChoice({ cpu, cpus, onChange }: CpuChoiceProps) {
  return (
    <label className={styles.choice}>
      {words.cpu}
      <input
        type="number"
        min={0}
        max={cpus - 1}
        value={cpu}
        onChange={({ target }) => {
          const next = target.valueAsNumber;
          if (Number.isInteger(next) && next >= 0 && next < cpus) onChange(next);
        }}
      />
    </label>
  );
}

interface NodesChoiceProps {
  readonly shape: MachineShape;
  readonly nodes: number;
  readonly onChange: (nodes: number) => void;
}

function NodesChoice({ shape, nodes, onChange }: NodesChoiceProps) {
  const choices = useMemo(() => nodesPerPackageChoices(shape), [shape]);
  return (
    <Select
      name={words.nodes}
      offers={[
        { key: 0, label: words.asIs },
        ...choices.map((count) => ({ key: count, label: `${count}` })),
      ]}
      value={nodes}
      onChange={onChange}
    />
  );
}

interface RuleChoiceProps {
  readonly rule: NumaRule;
  readonly onChange: (rule: NumaRule) => void;
}

function RuleChoice({ rule, onChange }: RuleChoiceProps) {
  const isUsed = asksAllowance(rule);
  return (
    <>
      <Select
        name={words.rule}
        hint={words.ruleHint}
        offers={numaRules.map((label, key) => ({ key, label }))}
        value={rule.numa_imbalance}
        onChange={(numa_imbalance) => onChange({ ...rule, numa_imbalance })}
      />
      <label className={styles.choice} title={isUsed ? words.setHint : words.setUnused}>
        {words.setAllowance}
        <input
          type="number"
          min={1}
          placeholder={words.computed}
          disabled={!isUsed}
          value={rule.imb_numa_nr || ''}
          onChange={({ target }) => {
            const next = target.value === '' ? 0 : target.valueAsNumber;
            if (Number.isInteger(next) && next >= 0) onChange({ ...rule, imb_numa_nr: next });
          }}
        />
      </label>
    </>
  );
}

interface HierarchyProps {
  readonly answer: DomainsOfCpu;
  readonly rule: NumaRule;
  readonly cpus: number;
  readonly cpu: number;
}

function Hierarchy({ answer, rule, cpus, cpu }: HierarchyProps) {
  const nested = nestedDomains(answer.domains, cpu);
  if (!nested) return <p>{words.none}</p>;
  const sizes = answer.domains.map(
    ({ name, span_weight }) => `${name} ${words.weight(span_weight)}`,
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing inside takes the focus
    <section className={styles.scroll} tabIndex={0} aria-label={words.hierarchy(cpu)}>
      <p className={styles.note}>{words.llc(answer.sd_llc_size)}.</p>
      <Icicle whole={nested} says={words.nested(cpu, sizes.reverse())} />
      <ol className={styles.domains}>
        {answer.domains.map((domain) => (
          <li key={`${domain.name} ${domain.span}`}>
            <DomainCard domain={domain} rule={rule} cpus={cpus} cpu={cpu} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface DomainCardProps extends Omit<HierarchyProps, 'answer'> {
  readonly domain: Domain;
}

function DomainCard({ domain, rule, cpus, cpu }: DomainCardProps) {
  const id = useId();
  const allowance = allowanceOf(rule, domain);
  const rows = [
    [words.span, `${domain.span} (${words.weight(domain.span_weight)})`],
    [
      words.interval,
      words.intervalOf(domain.min_interval, domain.max_interval, domain.busy_factor),
    ],
    [words.pct, domain.imbalance_pct],
    [words.tries, domain.cache_nice_tries],
  ] as const;
  return (
    <article className={styles.card} aria-labelledby={id}>
      <h3 id={id}>
        {domain.name} <span className={styles.level}>{levels[domain.name]}</span>
      </h3>
      <Strip domain={domain} cpus={cpus} cpu={cpu} />
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {allowance && (
          <div title={allowance.hint}>
            <dt>{allowance.name}</dt>
            <dd>
              {allowance.value} <span className={styles.level}>{allowance.note}</span>
            </dd>
          </div>
        )}
        <div>
          <dt>
            {words.groups} <span className={styles.level}>{domain.groups.length}</span>
          </dt>
          <dd className={styles.groups}>
            {domain.groups.slice(0, mostGroups).map((group, index) => (
              <code key={group.span} className={index % 2 ? styles.oddChip : styles.evenChip}>
                {group.span}
              </code>
            ))}
            {domain.groups.length > mostGroups && words.more(domain.groups.length - mostGroups)}
          </dd>
        </div>
        <div>
          <dt>{words.flags}</dt>
          <dd>
            <ul className={styles.flags}>
              {domain.flags.split(' ').map((flag) => (
                <li key={flag}>
                  <code>{flag}</code> <span className={styles.level}>{flags[flag]}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
    </article>
  );
}
