import { toast } from '#dashboard/ui/toast.tsx'

/** Says in a toast what went wrong, where there is no room beside the button. The words come when they are needed. */
export async function tellError(error: unknown): Promise<void> {
  const { describeError } = await import('./describe-error.ts')
  const { title, advice } = describeError(error)
  toast.error(title, { description: advice })
}
