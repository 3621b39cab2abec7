// The scenarios to choose from: their names at once, their titles when the files have come, which
// waits until something moves on stage.

import { useEffect, useState } from 'react';
import { type ContentReader, scenarioNames } from '../scenario/index.ts';

export interface ScenarioTitle {
  readonly name: string;
  readonly title: string;
}

async function titleOf(reader: ContentReader, name: string): Promise<ScenarioTitle> {
  try {
    const { title } = JSON.parse(await reader.read(name)) as { title?: unknown };
    return { name, title: typeof title === 'string' ? title : name };
  } catch {
    // Opening it will say what is wrong; here its name is enough.
    return { name, title: name };
  }
}

export function useScenarioTitles(reader: ContentReader, ready: boolean): readonly ScenarioTitle[] {
  const [titles, setTitles] = useState<readonly ScenarioTitle[]>(() =>
    scenarioNames(reader).map((name) => ({ name, title: name })),
  );
  useEffect(() => {
    if (!ready) return;
    let current = true;
    const read = Promise.all(scenarioNames(reader).map((name) => titleOf(reader, name)));
    void read.then((found) => current && setTitles(found));
    return () => {
      current = false;
    };
  }, [reader, ready]);
  return titles;
}
