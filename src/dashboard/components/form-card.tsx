import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { ErrorNotice } from './error-state.tsx'
import { SaveFooter } from './save-footer.tsx'

interface FormCardProps {
  title: string
  actions?: ReactNode
  dirty: boolean
  /** Whether somebody else has changed what is being edited. */
  overtaken?: boolean
  /** The change that saves it. */
  update: { isPending: boolean; isSuccess: boolean; error: unknown }
  /** Whether what went wrong stands under the fields it is about. */
  placed: boolean
  onSubmit: () => void
  onDiscard: () => void
  /** The fields. */
  children: ReactNode
}

/** A card that is a form and saves by itself. */
export function FormCard({
  title,
  actions,
  dirty,
  overtaken,
  update,
  placed,
  onSubmit,
  onDiscard,
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
            onDiscard={onDiscard}
          />
        }
      >
        <div className="flex flex-col gap-4">
          {children}
          {update.error !== null && !placed && <ErrorNotice error={update.error} onRetry={onSubmit} />}
        </div>
      </Card>
    </form>
  )
}
