// All parts that the page is built of, in the order in which the page of parts shows them. A component of web/ui that no
// part shows fails parts.test.tsx.

import { LegendMarks } from '../../views/topology/index.ts';
import { ColourSamples, HeatSamples, TextSamples } from './Colours.tsx';
import {
  ButtonSamples,
  ChoiceSamples,
  DialogSample,
  IconButtonSamples,
  MenuSample,
  TextBoxSamples,
} from './Controls.tsx';
import {
  ActivitySamples,
  AxisSample,
  ChartSample,
  HeatMapSample,
  IcicleSample,
  SparklineSample,
  TimelineKeySample,
} from './Pictures.tsx';
import type { Part } from './part.ts';
import { BoundarySample, PlateSample, SentenceSamples, TableSample } from './Texts.tsx';

const ui = (...names: string[]) => names.map((name) => `web/ui/${name}`);

export const parts: readonly Part[] = [
  {
    name: 'Colours',
    use: 'No other file writes a colour down. Colour never carries a meaning alone.',
    files: ui('themes.css', 'theme.ts'),
    view: ColourSamples,
  },
  {
    name: 'Heat',
    use: 'Magnitudes run along cividis; each theme uses the part that stands out on its ground.',
    files: ui('cividis.ts'),
    view: HeatSamples,
  },
  { name: 'Text sizes', use: 'Sizes are in rem.', files: ui('tokens.css'), view: TextSamples },
  {
    name: 'Buttons',
    use: 'A verb names it. A form has one strong button: what the form is for.',
    files: ui('Button.tsx', 'FileButton.tsx', 'FileInput.tsx'),
    view: ButtonSamples,
  },
  {
    name: 'Icon buttons',
    use: 'For what is pressed again and again while a run plays. The name is the tooltip.',
    files: ui('IconButton.tsx', 'icons.tsx'),
    view: IconButtonSamples,
  },
  {
    name: 'Choices',
    use: 'Segments for two to nine short values, a select for a list, a choice for a question with long answers.',
    files: ui('Segments.tsx', 'Select.tsx', 'SelectBox.tsx', 'Choice.tsx'),
    view: ChoiceSamples,
  },
  {
    name: 'Dialogs',
    use: 'A native modal dialog. The strong button stands last.',
    files: ui('Dialog.tsx'),
    view: DialogSample,
  },
  {
    name: 'Menus',
    use: 'For several commands behind one button.',
    files: ui('Menu.tsx'),
    view: MenuSample,
  },
  {
    name: 'Text boxes',
    use: 'The editor is for a text that is written here, the paste box for one that comes from elsewhere.',
    files: ui('TextEditor.tsx', 'ProblemLine.tsx', 'PasteBox.tsx'),
    view: TextBoxSamples,
  },
  {
    name: 'Sentences',
    use: 'Links that select something on this page, quoted labels, and words that keep to their line.',
    files: ui('Marked.tsx', 'Quoted.tsx', 'Tied.tsx', 'VisuallyHidden.tsx'),
    view: SentenceSamples,
  },
  {
    name: 'Tables',
    use: 'Compose the class "table". Heads that sort or span are their view’s own.',
    files: ui('view.module.css', 'ColumnHeads.tsx'),
    view: TableSample,
  },
  {
    name: 'Plates',
    use: 'Stands in the place of what it covers, and leads on.',
    files: ui('Plate.tsx'),
    view: PlateSample,
  },
  {
    name: 'Boundaries',
    use: 'Keeps a defect in its place. Every lazy part has one around it.',
    files: ui('Boundary.tsx'),
    view: BoundarySample,
  },
  {
    name: 'Charts',
    use: 'Every mark is reached by keyboard and says its numbers. Machines differ by letter and colour.',
    files: ['web/views/curves/Chart.tsx', ...ui('Axis.tsx')],
    view: ChartSample,
  },
  {
    name: 'Axes',
    use: 'With a grid over the plot, or with ticks outside of it.',
    files: ui('Axis.tsx'),
    view: AxisSample,
  },
  {
    name: 'Heat maps',
    use: 'For a figure over two parameters. Every cell has its number.',
    files: ['web/views/curves/HeatMap.tsx'],
    view: HeatMapSample,
  },
  {
    name: 'Icicles',
    use: 'For a whole and its parts. A table beside it has the same figures.',
    files: ui('Icicle.tsx', 'Hatch.tsx'),
    view: IcicleSample,
  },
  {
    name: 'Sparklines',
    use: 'The course of a figure that stands beside it.',
    files: ui('Sparkline.tsx'),
    view: SparklineSample,
  },
  {
    name: 'States of a CPU',
    use: 'The two kinds of waiting are hatched, so that colour is not needed to tell them.',
    files: ['web/views/topology/ActivitySwatch.tsx', ...ui('Hatch.tsx')],
    view: ActivitySamples,
  },
  {
    name: 'Marks of the timeline',
    use: 'The legend of the Timeline view.',
    files: ['web/views/timeline/TimelineKey.tsx'],
    view: TimelineKeySample,
  },
  {
    name: 'Marks of the machine picture',
    use: 'The legend: marks of tasks, lines, locks and mechanisms, by the layer that draws them.',
    files: ['web/views/topology/layers/legends.ts', 'web/views/topology/LegendMarks.tsx'],
    view: LegendMarks,
  },
];
