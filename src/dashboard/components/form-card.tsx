import type { ReactNode } from 'react'
import type { Scope } from '#contract/scopes.ts'
import { Card } from './card.tsx'
import { ErrorNotice } from './error-state.tsx'
import { SaveFooter } from './save-footer.tsx'

interface FormCardProps {
  title: ReactNode
  actions?: ReactNode
  dirty: boolean
  /** Whether somebody else has changed a value that is being edited. */
  overtaken?: boolean
  update: { isPending: boolean; isSuccess: boolean; isError: boolean; reset: () => void }
  /** An error to show below the fields, as it belongs to none of them. */
  error: unknown
  onSubmit: () => void
  onDiscard: () => void
  /** The scope that saving needs, if not everybody who sees the card may save. */
  scope?: Scope
  children: ReactNode
}

export function FormCard({
  title,
  actions,
  dirty,
  overtaken,
  update,
  error,
  onSubmit,
  onDiscard,
  scope,
  children,
}: FormCardProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      noValidate
    >
      <Card
        title={title}
        actions={actions}
        footer={
          <SaveFooter
            dirty={dirty}
            overtaken={overtaken && !update.isPending}
            pending={update.isPending}
            saved={update.isSuccess}
            onDiscard={() => {
              onDiscard()
              if (update.isError) update.reset()
            }}
            scope={scope}
          />
        }
      >
        <div className="flex flex-col gap-4">
          {children}
          {error !== null && <ErrorNotice error={error} onRetry={onSubmit} />}
        </div>
      </Card>
    </form>
  )
}
