/** A name with a dot in it: an address has no certificate, and a name without a dot is of this machine or its network. */
export const hostName = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]{0,62}\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i;

export const hostForm = 'the name of a host, such as api.example.com';
