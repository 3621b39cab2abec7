// The manifest of an indexed Kubernetes job (batch/v1, 1.24 and later) that runs one part per pod. The program
// prints the manifest for kubectl and sends nothing: access to the cluster is kubectl's business.

import { type EngineTask, shellLine } from './engines.ts';

export interface Cluster {
  readonly image: string;
  /** Name of the volume claim that all pods can write, mounted at the folder of the parts. */
  readonly claim: string;
  /** The folder, as the pods see it. */
  readonly folder: string;
}

/** Memory a worker thread is promised: the largest world takes 512 MiB, its program as much again. */
const memoryOf = (jobs: number): string => `${jobs}Gi`;

/** Times a pod is begun anew before its part counts as failed. */
const mostFailures = 3;

/** Indices of a job count from 0, and those that are missing need not be neighbours. */
const chosen = (indices: readonly number[]): string =>
  `set -- ${indices.join(' ')}; shift "$JOB_COMPLETION_INDEX"; part=$1; `;

/** The manifest as JSON, which kubectl takes as it takes YAML. */
export function manifest(asked: EngineTask, { image, claim, folder }: Cluster) {
  const { indices, words, jobs } = asked;
  const place = '{part}';
  const script = `${chosen(indices)}exec ${shellLine(words(place), place, 'part')}`;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { generateName: 'schedscape-' },
    spec: {
      completions: indices.length,
      parallelism: indices.length,
      completionMode: 'Indexed',
      // A node that is lost must not cost the other parts.
      backoffLimit: mostFailures * indices.length,
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [
            {
              name: 'part',
              image,
              command: ['sh', '-c', script],
              resources: { requests: { cpu: String(jobs), memory: memoryOf(jobs) } },
              volumeMounts: [{ name: 'parts', mountPath: folder }],
            },
          ],
          volumes: [{ name: 'parts', persistentVolumeClaim: { claimName: claim } }],
        },
      },
    },
  };
}
