import type { OverviewRange } from '#contract/overview-words.ts'
import { FilterSelect } from '#dashboard/components/filter-select.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { type NamedAgent, type OverviewSearch, readOverviewSearch } from './overview-search.ts'
import { channelWords, rangeWords } from './words.ts'

interface RangeBarProps {
  search: OverviewSearch
  onChange: (changed: OverviewSearch) => void
  /** The agents to choose from; undefined in the overview of one agent. */
  agents?: readonly NamedAgent[] | undefined
}

export function RangeBar({ search, onChange, agents }: RangeBarProps) {
  const chosen = search.range ?? '7d'
  return (
    <div className="flex flex-wrap items-center gap-2">
      <fieldset className="flex rounded border border-line-strong bg-surface p-0.5 max-sm:w-full">
        <legend className="sr-only">How far back</legend>
        {(Object.keys(rangeWords) as OverviewRange[]).map((range) => (
          <label
            key={range}
            className={cn(
              'relative flex h-[calc(var(--control)-6px)] cursor-pointer items-center justify-center rounded-sm px-2.5 font-medium text-sm transition-colors duration-100 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ink max-sm:flex-1 max-sm:px-1',
              chosen === range ? 'bg-sunken text-ink' : 'text-muted hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name="range"
              value={range}
              checked={chosen === range}
              onChange={() => onChange({ range: readOverviewSearch({ range }).range })}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {rangeWords[range].short}
          </label>
        ))}
      </fieldset>
      {agents && agents.length > 1 && (
        <FilterSelect
          label="Agent"
          any="All agents"
          className="max-sm:w-auto max-sm:flex-1 sm:w-44"
          options={agents.map(({ id, name }) => [id, name] as const)}
          value={search.agent}
          onChange={(agent) => onChange({ agent })}
        />
      )}
      <FilterSelect
        label="Channel"
        any="All channels"
        className="max-sm:w-auto max-sm:flex-1 sm:w-40"
        options={channelWords}
        value={search.channel}
        onChange={(channel) => onChange({ channel })}
      />
    </div>
  )
}
