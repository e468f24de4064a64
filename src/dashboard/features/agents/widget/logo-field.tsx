import ImageIcon from 'lucide-react/icons/image'
import { useRef } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldError } from '#dashboard/api/field-errors.ts'
import { describeError } from '#dashboard/components/describe-error.ts'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'

interface LogoFieldProps {
  agentId: string
  /** Null where the chat shows the agent's initials. */
  logoUrl: string | null
}

/** The agent's logo in the header of its chat. It is stored as soon as a file is chosen. */
export function LogoField({ agentId, logoUrl }: LogoFieldProps) {
  const params = { agent: agentId }
  const put = api.putLogo.useMutation()
  const remove = api.removeLogo.useMutation()
  const input = useRef<HTMLInputElement>(null)
  const choose = (file: File | undefined) => {
    remove.reset()
    if (file) put.mutate({ params, body: { file } })
  }
  const clear = () => {
    put.reset()
    remove.mutate({ params })
  }
  return (
    <FormField
      label="Logo"
      optional
      hint="PNG, JPEG or WebP, at most 200 kB. Without one, the agent’s initials are shown."
      error={messageOf(put.error ?? remove.error)}
    >
      {(field) => (
        <div className="flex flex-wrap items-center gap-3">
          <span className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded border border-line bg-canvas text-muted">
            {logoUrl ? (
              <img src={logoUrl} alt="The logo" className="size-full object-contain" />
            ) : (
              <ImageIcon aria-hidden className="size-4" />
            )}
          </span>
          <input
            {...field}
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              choose(target.files?.[0])
              target.value = ''
            }}
          />
          <Button pending={put.isPending} scope="agent:edit" onClick={() => input.current?.click()}>
            {logoUrl ? 'Replace logo' : 'Upload logo'}
          </Button>
          {logoUrl && (
            <Button variant="ghost" pending={remove.isPending} scope="agent:edit" onClick={clear}>
              Remove logo
            </Button>
          )}
        </div>
      )}
    </FormField>
  )
}

/** What the server says about the file, or else what went wrong. */
function messageOf(error: unknown): string | undefined {
  if (!error) return undefined
  return fieldError(error, 'file') ?? describeError(error).title
}
