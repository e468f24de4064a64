import { type ChangeEvent, useState } from 'react'

/** Props of the control of a required field. */
export interface TypedField {
  name: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  required: true
}

/**
 * The typed values of a form that the browser itself validates, and a function for the props of each field.
 * @param empty the values at first, by the fields' names
 */
export function useTypedValues<Name extends string>(empty: Readonly<Record<Name, string>>) {
  const [values, setValues] = useState(empty)
  const bind = (name: Name): TypedField => ({
    name,
    value: values[name],
    onChange: ({ target }) => setValues({ ...values, [name]: target.value }),
    required: true,
  })
  return { values, bind }
}
