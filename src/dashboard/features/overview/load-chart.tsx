import { scaleBand, scaleSqrt } from 'd3-scale'
import { useState } from 'react'
import { useWidth } from './use-width.ts'

const LEFT = 36
const BOTTOM = 20
const days = Array.from({ length: 7 }, (_, index) => index)
const hours = Array.from({ length: 24 }, (_, index) => index)
const A_MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const format = (style: 'short' | 'long') => new Intl.DateTimeFormat(undefined, { weekday: style, timeZone: 'UTC' })

/** The name of a weekday; 0 is Monday. */
export const dayName = (day: number, style: 'short' | 'long'): string => format(style).format(A_MONDAY + day * DAY_MS)
export const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** A grid of squares that shows how many conversations start at which hour of which weekday. */
export function LoadChart({ load }: { load: readonly (readonly number[])[] }) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const [pointed, setPointed] = useState<[number, number]>()
  const most = Math.max(1, ...load.flat())
  const count = pointed && (load[pointed[0]]?.[pointed[1]] ?? 0)
  return (
    <figure className="flex flex-col gap-2">
      <div ref={ref}>{width !== undefined && <Grid {...{ load, width, most }} onPoint={setPointed} />}</div>
      <figcaption className="flex min-h-5 items-center justify-between gap-3 text-muted text-sm">
        <span>
          {pointed
            ? `${dayName(pointed[0], 'long')}, ${hourName(pointed[1])}: ${count?.toLocaleString()}`
            : `At most ${most.toLocaleString()} in an hour of the week`}
        </span>
        <span aria-hidden className="flex items-center gap-1">
          {[0.06, 0.3, 0.6, 1].map((opacity) => (
            <span key={opacity} className="size-2.5 rounded-xs bg-ai" style={{ opacity }} />
          ))}
        </span>
      </figcaption>
    </figure>
  )
}

interface GridProps {
  load: readonly (readonly number[])[]
  width: number
  most: number
  onPoint: (place: [day: number, hour: number] | undefined) => void
}

function Grid({ load, width, most, onPoint }: GridProps) {
  const x = scaleBand<number>().domain(hours).range([LEFT, width]).paddingInner(0.12)
  const rows = Math.min(30, Math.max(16, x.step() * 1.4))
  const y = scaleBand<number>()
    .domain(days)
    .range([0, rows * 7])
    .paddingInner(0.12)
  const opacity = scaleSqrt().domain([0, most]).range([0.06, 1])
  const shown = width < 480 ? 6 : 3
  return (
    <svg
      role="img"
      aria-label="Conversations by weekday and hour; the table has every number"
      width={width}
      height={rows * 7 + BOTTOM}
      onPointerLeave={() => onPoint(undefined)}
    >
      {days.map((day) => (
        <g key={day}>
          <text x={0} y={(y(day) ?? 0) + y.bandwidth() / 2} dy="0.35em" className="fill-muted text-xs">
            {dayName(day, 'short')}
          </text>
          {hours.map((hour) => (
            <rect
              key={hour}
              x={x(hour)}
              y={y(day)}
              width={x.bandwidth()}
              height={y.bandwidth()}
              rx={2.5}
              className="fill-ai"
              fillOpacity={opacity(load[day]?.[hour] ?? 0)}
              onPointerEnter={() => onPoint([day, hour])}
            >
              <title>{`${dayName(day, 'long')}, ${hourName(hour)}: ${(load[day]?.[hour] ?? 0).toLocaleString()}`}</title>
            </rect>
          ))}
        </g>
      ))}
      {hours
        .filter((hour) => hour % shown === 0)
        .map((hour) => (
          <text key={hour} x={x(hour)} y={rows * 7 + 14} className="fill-muted text-xs tabular-nums">
            {hourName(hour)}
          </text>
        ))}
    </svg>
  )
}
