import { type ChangeEvent, useState } from 'react'

export interface TypedField {
  name: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  required: true
}

/** The values of a form of which each field is required, and the props of a field; `empty` are the first values. */
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
