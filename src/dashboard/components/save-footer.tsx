import type { Scope } from '#contract/scopes.ts'
import { Button } from '#dashboard/ui/button.tsx'

interface SaveFooterProps {
  dirty: boolean
  overtaken?: boolean | undefined
  pending: boolean
  saved: boolean
  onDiscard: () => void
  /** The scope that saving needs; a member without the role sees no button. */
  scope?: Scope | undefined
}

export function SaveFooter({ dirty, overtaken, pending, saved, onDiscard, scope }: SaveFooterProps) {
  return (
    <>
      <span role="status" className="mr-auto text-muted text-sm">
        {overtaken
          ? 'Somebody else has changed this meanwhile: saving replaces it'
          : dirty
            ? 'Not saved yet'
            : saved
              ? 'Saved'
              : ''}
      </span>
      {dirty && !pending && (
        <Button
          variant="ghost"
          onClick={(event) => {
            // The Discard button disappears when clicked, so the focus moves to the Save button beside it.
            event.currentTarget.parentElement?.querySelector<HTMLElement>('[type=submit]')?.focus()
            onDiscard()
          }}
        >
          Discard
        </Button>
      )}
      <Button
        scope={scope}
        type="submit"
        variant="primary"
        aria-disabled={pending || !dirty}
        pending={pending}
        className="not-aria-busy:aria-disabled:opacity-50"
      >
        Save
      </Button>
    </>
  )
}
