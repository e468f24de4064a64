import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import { useState } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import type { Overview } from './overview-search.ts'
import { useWidth } from './use-width.ts'

type Point = Overview['series'][number]

const HEIGHT = 208
const MARGIN = { top: 8, bottom: 24, left: 36 }
const GAP_PX = 2 // pixels; the area in which the pointer selects a bar begins half of this before the bar
const LABEL_WIDTH = 44 // pixels; width assumed for a label below a bar

/** The kinds into which a bar divides its conversations, from the bottom to the top. */
export const kinds = [
  {
    key: 'answered_alone',
    label: 'AI alone',
    fill: 'fill-ai',
    swatch: 'bg-ai',
    of: (point: Point) => point.answered_alone,
  },
  {
    key: 'handed_over',
    label: 'People',
    fill: 'fill-human',
    swatch: 'bg-human',
    of: (point: Point) => point.handed_over,
  },
  {
    key: 'other',
    label: 'Neither so far',
    fill: 'fill-line-strong',
    swatch: 'bg-line-strong',
    of: (point: Point) => Math.max(0, point.conversations - point.answered_alone - point.handed_over),
  },
] as const

interface BarsChartProps {
  series: readonly Point[]
  /** Formats the time of a bar: briefly for the axis, in full for the line that reads out the bar pointed at. */
  timeOf: (at: string, style: 'axis' | 'reading') => string
}

/** Conversations by hour or day as stacked bars. The numbers of the bar under the pointer are shown above. */
export function BarsChart({ series, timeOf }: BarsChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const [pointed, setPointed] = useState<number>()
  const point = pointed === undefined ? undefined : series[pointed]
  const total = series.reduce((sum, { conversations }) => sum + conversations, 0)
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft text-sm">
        {kinds.map(({ key, label, swatch, of }) => (
          <span key={key} className="flex items-center gap-1.5">
            <span aria-hidden className={cn('size-2.5 rounded-xs', swatch)} />
            {label}
            {point && <span className="font-medium text-ink tabular-nums">{of(point).toLocaleString()}</span>}
          </span>
        ))}
        <span className="ml-auto text-muted max-sm:ml-0">{point && timeOf(point.at, 'reading')}</span>
      </figcaption>
      <div ref={ref} style={{ height: HEIGHT }} className="-ml-1">
        {width !== undefined && (
          <Bars
            {...{ series, width, timeOf, pointed }}
            onPoint={setPointed}
            label={`${total.toLocaleString()} conversations over time, as stacked bars; the table has every number`}
          />
        )}
      </div>
    </figure>
  )
}

interface BarsProps extends BarsChartProps {
  width: number
  label: string
  pointed: number | undefined
  onPoint: (index: number | undefined) => void
}

function Bars({ series, width, timeOf, label, pointed, onPoint }: BarsProps) {
  const most = Math.max(1, ...series.map(({ conversations }) => conversations))
  const x = scaleBand<number>()
    .domain(series.map((_, index) => index))
    .range([MARGIN.left, width])
    .paddingInner(series.length > 40 ? 0.2 : 0.28)
  const y = scaleLinear()
    .domain([0, most])
    .nice(4)
    .range([HEIGHT - MARGIN.bottom, MARGIN.top])
  const ticks = y.ticks(4).filter(Number.isInteger)
  const every = Math.max(1, Math.ceil(series.length / Math.max(2, Math.floor(width / 84))))
  const layers = stack<Point, (typeof kinds)[number]>()
    .keys(kinds)
    .value((point, kind) => kind.of(point))([...series])
  const corner = Math.min(3, x.bandwidth() / 3)
  return (
    <svg role="img" aria-label={label} width={width} height={HEIGHT} onPointerLeave={() => onPoint(undefined)}>
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(0,${y(tick)})`}>
          <line x1={MARGIN.left} x2={width} className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'} />
          <text x={MARGIN.left - 8} dy="0.32em" textAnchor="end" className="fill-muted text-xs tabular-nums">
            {tick.toLocaleString(undefined, { notation: 'compact' })}
          </text>
        </g>
      ))}
      {layers.map((layer, at) => (
        <g key={layer.key.key} className={layer.key.fill}>
          {layer.map(([from, to], index) => {
            if (to === from) return null
            const isTop = layers.slice(at + 1).every((above) => above[index]![0] === above[index]![1])
            const left = x(index) ?? 0
            return (
              <path
                key={series[index]!.at}
                d={barPath(left, y(to), x.bandwidth(), y(from) - y(to), isTop ? corner : 0)}
                className={cn(
                  'transition-opacity duration-100',
                  pointed !== undefined && pointed !== index && 'opacity-40',
                )}
              />
            )
          })}
        </g>
      ))}
      {series.map((point, index) => (
        <g key={point.at}>
          {index % every === 0 && (
            <text
              x={Math.min((x(index) ?? 0) + x.bandwidth() / 2, width - LABEL_WIDTH / 2)}
              y={HEIGHT - 6}
              textAnchor="middle"
              className="fill-muted text-xs tabular-nums"
            >
              {timeOf(point.at, 'axis')}
            </text>
          )}
          <rect
            x={(x(index) ?? 0) - GAP_PX / 2}
            y={MARGIN.top}
            width={x.step()}
            height={HEIGHT - MARGIN.top - MARGIN.bottom}
            fill="transparent"
            onPointerEnter={() => onPoint(index)}
          >
            <title>{`${timeOf(point.at, 'reading')}: ${point.conversations.toLocaleString()} conversations`}</title>
          </rect>
        </g>
      ))}
    </svg>
  )
}

function barPath(x: number, y: number, width: number, height: number, corner: number): string {
  const r = Math.min(corner, height)
  return `M${x},${y + height}V${y + r}Q${x},${y} ${x + r},${y}H${x + width - r}Q${x + width},${y} ${x + width},${y + r}V${y + height}Z`
}
