import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'
import { SearchInput } from '#dashboard/ui/search-input.tsx'

interface ModelChecksProps {
  /** The slugs on offer. */
  found: readonly string[]
  chosen: readonly string[]
  onChoose: (chosen: string[]) => void
}

const SEARCHED_FROM = 9

/** Checkboxes for the models of an account; a long list can be searched. */
export function ModelChecks({ found, chosen, onChoose }: ModelChecksProps) {
  const [words, setWords] = useState('')
  const shown = found.filter((slug) => slug.toLowerCase().includes(words.trim().toLowerCase()))
  const isFull = chosen.length >= limits.accountModels
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">
        Models{' '}
        <span className="font-normal text-muted">
          {chosen.length} of {found.length} chosen{isFull && ', the most there can be'}
        </span>
      </legend>
      {found.length >= SEARCHED_FROM && (
        <SearchInput
          aria-label="Search models"
          value={words}
          onChange={({ target }) => setWords(target.value)}
          placeholder="Search models"
        />
      )}
      <div className="flex max-h-60 flex-col overflow-y-auto rounded border border-line py-1">
        {shown.map((slug) => {
          const isChosen = chosen.includes(slug)
          return (
            // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the checkbox
            <label key={slug} className="flex cursor-pointer items-center gap-2.5 px-3 py-1.5 hover:bg-hover">
              <Checkbox
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => onChoose(isChosen ? chosen.filter((each) => each !== slug) : [...chosen, slug])}
              />
              <span className="min-w-0 break-all font-mono text-sm">{slug}</span>
            </label>
          )
        })}
        {shown.length === 0 && <p className="px-3 py-2 text-muted">None is called that.</p>}
      </div>
    </fieldset>
  )
}
