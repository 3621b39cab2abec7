// lscpu in another language than English is the same machine.

import { describe, expect, test } from 'vitest';
import { machineTextsOf } from '../pasted.ts';
import { recognised } from '../recognised.ts';
import { readMachineTexts } from './join.ts';
import { inEnglish } from './lscpu-languages.ts';

const texts = {
  German: `Architektur:             x86_64
CPU(s):                  16
  Liste der Online-CPU(s): 0-15
Anbieterkennung:         AuthenticAMD
  Modellname:            AMD Ryzen 7 5800X
    Prozessorfamilie:    25
    Modell:              33
    Thread(s) pro Kern:  2
    Kern(e) pro Sockel:  8
    Sockel:              1
  L3:                    32 MiB (1 instance)
  NUMA-Knoten:           1
  NUMA-Knoten0 CPU(s):   0-15
`,
  French: `Architecture :                          x86_64
Processeur(s) :                         16
Liste de processeur(s) en ligne :       0-15
Thread(s) par cœur :                    2
Cœur(s) par socket :                    8
Socket(s) :                             1
Nœud(s) NUMA :                          1
Identifiant constructeur :              AuthenticAMD
Famille de processeur :                 25
Modèle :                                33
Cache L3 :                              32768K
Nœud NUMA 0 de processeur(s) :          0-15
`,
  Spanish: `CPU(s):                              16
Lista de la(s) CPU(s) en línea:         0-15
Hilo(s) de procesamiento por núcleo:    2
Núcleo(s) por «socket»:               8
«Socket(s)»:                          1
ID de fabricante:                    AuthenticAMD
Familia de CPU:                      25
Modelo:                              33
Caché L3:                            32768K
CPU(s) del nodo NUMA 0:              0-15
`,
  Chinese: `架构：              x86_64
CPU:                 16
在线 CPU 列表：     0-15
每个核的线程数：   2
每个座的核数：     8
座：                1
NUMA 节点：         1
厂商 ID：           AuthenticAMD
CPU 系列：          25
型号：              33
L3 缓存：           32768K
NUMA 节点0 CPU：     0-15
`,
  Russian: `CPU(s):              16
On-line CPU(s) list: 0-15
Потоков на ядро:      2
Ядер на сокет:      8
Сокетов:            1
NUMA node(s):        1
ID производителя:    AuthenticAMD
Семейство CPU:       25
Модель:              33
L3 cache:            32768K
NUMA node0 CPU(s):   0-15
`,
};

describe('lscpu in another language', () => {
  test.each(Object.entries(texts))('is read: %s', (_, text) => {
    const { topology } = readMachineTexts(machineTextsOf({ text: `Hello,\n\n${text}` }));
    const { cpus, cores, threads_per_core, packages, llcs, vendor } = topology;
    expect({ cpus, cores, threads_per_core, vendor }).toEqual({
      ...{ cpus: 16, cores: 8, threads_per_core: 2, vendor: 'amd' },
    });
    expect([packages.length, llcs.length]).toEqual([1, 1]);
  });

  test('leaves words and English lines as they are', () => {
    for (const line of ['Modelle gibt es: viele', 'Model: 33', 'Café: open', 'L3 cache: 16M']) {
      expect(inEnglish(line)).toBe(line);
    }
    expect(recognised('Kern(e) pro Sockel: das weiß ich nicht\n').parts).toEqual([]);
  });
});
