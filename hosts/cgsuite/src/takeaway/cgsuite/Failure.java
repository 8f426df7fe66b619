package takeaway.cgsuite;

/** A query that has no answer, or misuse: the message of the reply and its code. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    final String code;

    Failure(String code, String message) {
        super(message);
        this.code = code;
    }
}
