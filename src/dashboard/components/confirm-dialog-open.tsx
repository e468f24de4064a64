import * as AlertDialog from '@radix-ui/react-alert-dialog'
import { onlineManager } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { useEffectsAtOnce } from '#dashboard/lib/effects-at-once.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { overlayClass } from '#dashboard/ui/dialog.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { useReturnFocus } from '#dashboard/ui/return-focus.ts'
import { ErrorNotice } from './error-state.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question, which names what is affected, such as "Delete Support?" */
  title: string
  /** What is lost by confirming. */
  description: ReactNode
  /** What else the reader should know before confirming, shown below the description. */
  details?: ReactNode
  /** Label of the confirming button, beginning with a verb, such as "Delete agent". */
  confirmLabel: string
  tone?: 'danger' | 'plain'
  /** Text that must be typed before the button works. */
  typeToConfirm?: string
  /**
   * The mutation that confirming runs. Its error is then shown above the buttons. Until it has ended, the dialog can't be
   * closed, so that a refusal is seen; without a connection, for which the mutation waits, it can.
   */
  mutation?: { isPending: boolean; error: Error | null }
  /** What did not happen if the mutation failed, without a full stop; only where the question does not make it clear. */
  act?: string
  /** Runs the action. Once its mutation has succeeded the dialog closes; without one, the caller must close it. */
  onConfirm: () => void
}

// milliseconds during which the second click of a double click on the opening button must not confirm
const SETTLE_MS = 350

const isHeld = (pending: boolean): boolean => pending && onlineManager.isOnline()

/** The dialog of `ConfirmDialog`, in a chunk of its own. */
export function ConfirmDialogOpen({ onOpenChange, ...props }: Omit<ConfirmDialogProps, 'open'>) {
  const returnFocus = useReturnFocus()
  const pending = props.mutation?.isPending ?? false
  const wasPending = useRef(pending)
  useEffect(() => {
    if (wasPending.current && !pending && !props.mutation?.error) onOpenChange(false)
    wasPending.current = pending
  })
  return (
    <AlertDialog.Root open onOpenChange={(open) => !isHeld(pending) && onOpenChange(open)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className={cn(
            'fixed inset-x-0 bottom-0 z-50 mx-auto w-full animate-float rounded-t-lg border border-line bg-raised shadow-float outline-none sm:max-w-md sm:rounded-lg',
            // What comes later into a dialog with details makes it grow upwards, so that its buttons stay where they are.
            props.details ? 'sm:bottom-[30dvh]' : 'sm:top-[18dvh] sm:bottom-auto',
          )}
        >
          <Question {...props} />
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

type QuestionProps = Omit<ConfirmDialogProps, 'open' | 'onOpenChange'>

function Question({
  title,
  description,
  details,
  tone = 'danger',
  confirmLabel,
  typeToConfirm,
  mutation,
  act,
  onConfirm,
}: QuestionProps) {
  const [typed, setTyped] = useState('')
  const settled = useSettled()
  useEffectsAtOnce()
  const inputId = useId()
  const ready = settled && (typeToConfirm === undefined || typed.trim() === typeToConfirm.trim())
  const pending = mutation?.isPending ?? false
  // The mutation may have failed when another such question was asked, which is no news here.
  const [isTried, setTried] = useState(pending)
  const confirm = () => {
    if (!ready || pending) return
    setTried(true)
    onConfirm()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        confirm()
      }}
    >
      <div className="flex flex-col gap-2 px-5 pt-4 pb-5">
        <AlertDialog.Title className="break-words font-semibold text-lg">{title}</AlertDialog.Title>
        <AlertDialog.Description asChild>
          <div className="text-pretty text-ink-soft">{description}</div>
        </AlertDialog.Description>
        {details}
        {typeToConfirm !== undefined && (
          <label htmlFor={inputId} className="mt-2 flex flex-col gap-1.5">
            <span>
              Type <strong className="break-all font-semibold">{typeToConfirm}</strong> to confirm
            </span>
            <Input
              id={inputId}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoFocus
              spellCheck={false}
            />
          </label>
        )}
        {isTried && mutation?.error && <ErrorNotice error={mutation.error} act={act} className="mt-2" />}
      </div>
      <div className="flex justify-end gap-2 border-line border-t bg-canvas px-5 py-3 max-sm:[&>button]:flex-1 sm:rounded-b-lg">
        <AlertDialog.Cancel asChild data-escape>
          <Button aria-disabled={isHeld(pending)}>Cancel</Button>
        </AlertDialog.Cancel>
        <Button type="submit" variant={tone === 'danger' ? 'danger' : 'primary'} disabled={!ready} pending={pending}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}

/** Whether SETTLE_MS have passed since opening. */
function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [])
  return settled
}
