require "base64"
require "openssl"

TOLERANCE_SECONDS = 300

# headers: with lower-case names. body: the raw request, before any parsing.
def verify(secret, headers, body, now: Time.now.to_i)
  id, timestamp = headers.values_at("webhook-id", "webhook-timestamp")
  return false if (now - timestamp.to_i).abs > TOLERANCE_SECONDS

  key = Base64.decode64(secret.delete_prefix("whsec_"))
  digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{body}")
  expected = "v1,#{Base64.strict_encode64(digest)}"
  headers["webhook-signature"].split.any? { |entry| OpenSSL.secure_compare(entry, expected) }
end
