import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, use, useEffect, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { FieldContext, Input } from './input.tsx'

/** A field for a password or another secret, with a button that shows the typed text until the form is sent. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const { id } = { ...use(FieldContext), ...props }
  const frame = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(false)
  // Hide the text before the form is sent: browsers may store what a plain text field sends, and suggest it elsewhere.
  useEffect(() => {
    const form = frame.current?.closest('form')
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  return (
    <div ref={frame} className="relative">
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className="pr-11 [&::-ms-reveal]:hidden"
      />
      <IconButton
        icon={shown ? EyeOff : Eye}
        label={shown ? 'Hide what is typed' : 'Show what is typed'}
        size="sm"
        aria-controls={id}
        className="absolute inset-y-0 right-1 my-auto text-muted hover:bg-transparent hover:text-ink"
        // Keep the caret and the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setShown(!shown)}
      />
    </div>
  )
}
