import type { OverviewRange } from '#contract/overview-words.ts'
import { BarsChart, kinds } from './bars-chart.tsx'
import { ChartCard } from './chart-card.tsx'
import { Change, Figure, valueWords } from './figure.tsx'
import { dayName, hourName, LoadChart } from './load-chart.tsx'
import { NumberLink } from './number-link.tsx'
import type { NamedAgent, Overview } from './overview-search.ts'
import { PartBars } from './part-bars.tsx'
import { SourcesCard } from './sources-card.tsx'
import { numberWords, partWords, percentWords, rangeWords, spanWords } from './words.ts'

interface BoardProps {
  data: Overview
  range: OverviewRange
  isAgents?: boolean
  /** The organization's agents; undefined in the overview of one agent. */
  agents?: readonly NamedAgent[] | undefined
}

const answeredTones = { confirmed: 'bg-success', silent: 'bg-ai', reopened: 'bg-warning' }
const handedTones = { asked_for_person: 'bg-human', no_answer: 'bg-human', model_failed: 'bg-danger' }

export function Board({ data, range, isAgents, agents }: BoardProps) {
  const { numbers, series, load, sources } = data
  const { before } = rangeWords[range]
  const timeOf = timesOf(data.time_zone, range)
  const { conversations, answered_alone, first_human_reply, ratings } = numbers
  const p90 = first_human_reply.parts?.p90
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Figure name="conversations" data={data} before={before}>
          {rangeWords[range].long}
        </Figure>
        <Figure name="answered_alone" data={data} before={before}>
          {percentWords(answered_alone.value ?? 0, conversations.value ?? 0)} of all
        </Figure>
        <Figure name="first_human_reply" data={data} before={before}>
          {p90 === undefined ? 'none in working hours' : `nine of ten within ${spanWords(Math.max(p90, 1))}`}
        </Figure>
        <Figure name="waiting" data={data} before={before} tone={numbers.waiting.value ? 'human' : undefined}>
          for a person, this moment
        </Figure>
      </div>
      <ChartCard
        title="Conversations"
        description={`By ${range === '24h' ? 'hour' : 'day'}, and who answered.`}
        table={[
          ['Time', 'Conversations', ...kinds.map(({ label }) => label)],
          ...series.map((point) => [
            timeOf(point.at, 'reading'),
            point.conversations,
            ...kinds.map(({ of }) => of(point)),
          ]),
        ]}
      >
        <BarsChart series={series} timeOf={timeOf} />
      </ChartCard>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <PartsCard name="answered_alone" data={data} before={before} tones={answeredTones} />
        <PartsCard name="handed_over" data={data} before={before} tones={handedTones} />
      </div>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Figure name="new_visitors" data={data} before={before} />
        <Figure name="unknown" data={data} before={before}>
          {percentWords(numbers.unknown.value ?? 0, conversations.value ?? 0)} of all
        </Figure>
        <Figure name="gaps" data={data} before={before}>
          {isAgents ? 'to teach it next' : 'to teach next'}
        </Figure>
        <Figure name="ratings" data={data} before={before}>
          {ratings.value ? `${percentWords(ratings.parts?.good ?? 0, ratings.value)} good` : 'none in this time'}
        </Figure>
      </div>
      <SuggestionsLine suggestions={data.suggestions} />
      <OwnKeyLine replies={data.own_key_replies} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <ChartCard
          title="When visitors write"
          description={`On clocks of ${data.time_zone.replaceAll('_', ' ')}.`}
          table={[
            ['Hour', ...load.map((_, day) => dayName(day, 'long'))],
            ...Array.from({ length: 24 }, (_, hour) => [hourName(hour), ...load.map((day) => day[hour] ?? 0)]),
          ]}
        >
          <LoadChart load={load} />
        </ChartCard>
        <SourcesCard {...{ sources, agents }} />
      </div>
      <p className="text-pretty text-muted text-sm">
        Every number opens the conversations it is made of, and says how it is counted.
      </p>
    </div>
  )
}

/** What people made of replies that the AI suggested; nothing where it suggested none. */
function SuggestionsLine({ suggestions: { sent, edited, discarded } }: Pick<Overview, 'suggestions'>) {
  const total = sent + edited + discarded
  if (total === 0) return null
  return (
    <CountsLine title="Suggested replies">
      {`${sent} sent as they were · ${edited} changed · ${discarded} not used · ${percentWords(sent + edited, total)} of use`}
    </CountsLine>
  )
}

/** How many replies models of the organization's own accounts made; nothing where they made none. */
function OwnKeyLine({ replies }: { replies: number }) {
  if (replies === 0) return null
  return (
    <CountsLine title="Replies by models of your own accounts">
      {`${replies.toLocaleString()} · billed by their providers, not in credits`}
    </CountsLine>
  )
}

function CountsLine({ title, children }: { title: string; children: string }) {
  return (
    <p className="rounded-lg border border-line bg-surface px-4 py-3 text-sm">
      <span className="font-medium">{title}</span> <span className="text-muted tabular-nums">{children}</span>
    </p>
  )
}

interface PartsCardProps {
  name: 'answered_alone' | 'handed_over'
  data: Overview
  before: string
  tones: Record<string, string>
}

function PartsCard({ name, data, before, tones }: PartsCardProps) {
  const { value, before: earlier, parts = {} } = data.numbers[name]
  return (
    <ChartCard
      title={numberWords[name]}
      table={[
        ['What became of them', 'Conversations'],
        ...Object.entries(parts).map(([part, count]) => [partWords[part] ?? part, count]),
      ]}
      aside={
        <span className="mr-1 flex items-baseline gap-2">
          <Change name={name} value={value} earlier={earlier} before={before} />
          <NumberLink number={name} className="font-semibold text-lg tabular-nums hover:underline">
            {valueWords(name, value)}
            <span className="sr-only"> conversations: show them</span>
          </NumberLink>
        </span>
      }
    >
      <PartBars number={name} parts={parts} tones={tones} showsZeros={name === 'answered_alone'} />
    </ChartCard>
  )
}

/** Makes a function that formats the times of a series in the given time zone. */
function timesOf(timeZone: string, range: OverviewRange) {
  const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
  const styles: Record<'axis' | 'reading', Intl.DateTimeFormatOptions> =
    range === '24h'
      ? { axis: { timeStyle: 'short' }, reading: { weekday: 'short', hour: '2-digit', minute: '2-digit' } }
      : { axis: range === '7d' ? { weekday: 'short', day: 'numeric' } : day, reading: { weekday: 'short', ...day } }
  const formats = {
    axis: new Intl.DateTimeFormat(undefined, { ...styles.axis, timeZone }),
    reading: new Intl.DateTimeFormat(undefined, { ...styles.reading, timeZone }),
  }
  return (at: string, style: 'axis' | 'reading') => formats[style].format(new Date(at))
}
