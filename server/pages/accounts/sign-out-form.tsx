export const SignOutForm = () => (
  <form method="post" action="/account/sign-out">
    <button type="submit" class="quiet">
      Sign out
    </button>
  </form>
)
