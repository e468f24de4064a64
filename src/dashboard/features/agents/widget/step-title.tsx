import Check from 'lucide-react/icons/check'
import { cn } from '#dashboard/lib/cn.ts'

/** The title of one of the steps that put the chat on a website, with whether it is done. */
export function StepTitle({ number, text, isDone }: { number: number; text: string; isDone: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <span
        aria-hidden
        className={cn(
          'flex size-5 shrink-0 items-center justify-center rounded-full border font-medium text-xs tabular-nums',
          isDone ? 'border-success-line bg-success-soft text-success' : 'border-line-strong text-muted',
        )}
      >
        {isDone ? <Check className="size-3" /> : number}
      </span>
      <span>
        <span className="sr-only">Step {number}: </span>
        {text}
        {isDone && <span className="ml-2 font-normal text-sm text-success">Done</span>}
      </span>
    </span>
  )
}
