import { type ReactNode, type Ref, useId } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { Radio, type RadioProps } from '#dashboard/ui/radio.tsx'

const chosenClass = {
  ink: 'border-ink bg-hover',
  ai: 'border-ai-line bg-ai-soft',
  human: 'border-human-line bg-human-soft',
}

interface ChoiceProps extends Pick<RadioProps, 'name' | 'ref'> {
  title: ReactNode
  text?: ReactNode
  tone?: keyof typeof chosenClass
  chosen: boolean
  onChoose: () => void
}

/** A radio button in a frame, all clickable. Put choices in a fieldset with a legend, as `Choices` does. */
export function Choice({ ref, name, title, text, tone = 'ink', chosen, onChoose }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the radio button
    <label
      className={cn(
        'flex cursor-pointer items-start gap-3 rounded border px-3 py-2.5 transition-colors duration-100 has-disabled:cursor-not-allowed has-disabled:opacity-60',
        chosen ? chosenClass[tone] : 'hover:bg-hover',
      )}
    >
      <Radio ref={ref} name={name} tone={tone} checked={chosen} onChange={onChoose} className="mt-0.5" />
      <span className="min-w-0">
        <span className={cn('block', text && 'font-medium')}>{title}</span>
        {text && <span className="block text-pretty text-ink-soft">{text}</span>}
      </span>
    </label>
  )
}

interface ChoicesProps<Value extends string> {
  /** What is chosen. Only for assistive technology, unless `showsLegend` is set. */
  legend: string
  showsLegend?: boolean
  disabled?: boolean
  options: readonly (Pick<ChoiceProps, 'title' | 'text' | 'tone'> & { value: Value })[]
  chosen: Value
  onChoose: (value: Value) => void
  ref?: Ref<HTMLInputElement>
}

export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, showsLegend = false, disabled, options, chosen, onChoose, ref } = props
  const name = useId()
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-2">
      <legend className={showsLegend ? 'mb-1.5 font-medium' : 'sr-only'}>{legend}</legend>
      {options.map(({ value, ...shown }, index) => (
        <Choice
          key={value}
          ref={index === 0 ? ref : undefined}
          name={name}
          {...shown}
          chosen={value === chosen}
          onChoose={() => onChoose(value)}
        />
      ))}
    </fieldset>
  )
}
