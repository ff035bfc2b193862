-- What a member plays in the band, for the order of charts; null means their role. Charts that the people who run the server have hidden.

alter table memberships add part text;
alter table charts add hidden_at timestamptz;
