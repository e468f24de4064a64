/** A certificate for `mail.example` that vouches for itself, and its key: for servers of tests, and of no use elsewhere. */
export const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTuYYWFHZdJCSrIwR
e3uMQWVXCRIsk5yCZq6edbPxWqahRANCAATmb/we1ip7NQjki+3AvCZkvWSo6alu
2PhctCeC9IBPe/CSwvspzZryaykbkqvEhOPZ5wbvwda5HOn3YUHONrew
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBnzCCAUSgAwIBAgIUVgOauOf04X6TCMf0IhlUUUgX6CUwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMbWFpbC5leGFtcGxlMCAXDTI2MTEyOTA4NDEyN1oYDzIxMDAx
MTAxMDg0MTI3WjAXMRUwEwYDVQQDDAxtYWlsLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAATmb/we1ip7NQjki+3AvCZkvWSo6alu2PhctCeC9IBPe/CS
wvspzZryaykbkqvEhOPZ5wbvwda5HOn3YUHONrewo2wwajAdBgNVHQ4EFgQULBZV
pYNI7qyx1y0jSHbZL/ExiGYwHwYDVR0jBBgwFoAULBZVpYNI7qyx1y0jSHbZL/Ex
iGYwFwYDVR0RBBAwDoIMbWFpbC5leGFtcGxlMA8GA1UdEwEB/wQFMAMBAf8wCgYI
KoZIzj0EAwIDSQAwRgIhAKBjYrdu6r9pjzrtGdTFBXgVUrykbCQFT0mPhl93ruKa
AiEA4K8C/pTUHJ6OrquqQWDfrQnkntjzUMTKnBhXCEV3190=
-----END CERTIFICATE-----`,
}
