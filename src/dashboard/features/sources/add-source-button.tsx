import Plus from 'lucide-react/icons/plus'
import { Button, type ButtonProps } from '#dashboard/ui/button.tsx'

/** Opens the menu of what can be added. */
export function AddSourceButton(props: ButtonProps) {
  return (
    <Button {...props} scope="source:create" variant="primary" className="max-sm:w-full">
      <Plus aria-hidden /> Add source
    </Button>
  )
}
