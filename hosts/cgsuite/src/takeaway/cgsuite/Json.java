package takeaway.cgsuite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON, as the host library writes and reads it: null, Boolean, Long, Double, String, List and Map. The input comes from that
 * library, so invalid JSON is a fault of the program, not misuse.
 */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        Json reader = new Json(text);
        Object value = reader.value();
        if (reader.at != text.length()) throw reader.fault();
        return value;
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(out, value);
        return out.toString();
    }

    private static void write(StringBuilder out, Object value) {
        if (value instanceof String) {
            quote(out, (String)value);
        } else if (value instanceof List) {
            String before = "[";
            for (Object item : (List<?>)value) {
                write(out.append(before), item);
                before = ",";
            }
            out.append(before.equals("[") ? "[]" : "]");
        } else if (value instanceof Map) {
            String before = "{";
            for (Map.Entry<?, ?> entry : ((Map<?, ?>)value).entrySet()) {
                quote(out.append(before), (String)entry.getKey());
                write(out.append(':'), entry.getValue());
                before = ",";
            }
            out.append(before.equals("{") ? "{}" : "}");
        } else {
            out.append(value); // null, a Boolean, a number
        }
    }

    private static void quote(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') out.append(String.format("\\u%04x", (int)c));
            else out.append(c);
        }
        out.append('"');
    }

    private IllegalStateException fault() {
        return new IllegalStateException("no JSON at character " + at + ": " + text);
    }

    private char peek() {
        if (at == text.length()) throw fault();
        return text.charAt(at);
    }

    private void expect(String word) {
        if (!text.startsWith(word, at)) throw fault();
        at += word.length();
    }

    private Object value() {
        switch (peek()) {
        case '{': return object();
        case '[': return list();
        case '"': return string();
        case 'n': expect("null"); return null;
        case 't': expect("true"); return true;
        case 'f': expect("false"); return false;
        default: return number();
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> made = new LinkedHashMap<>();
        at++;
        while (peek() != '}') {
            if (!made.isEmpty()) expect(",");
            String name = string();
            expect(":");
            made.put(name, value());
        }
        at++;
        return made;
    }

    private List<Object> list() {
        List<Object> made = new ArrayList<>();
        at++;
        while (peek() != ']') {
            if (!made.isEmpty()) expect(",");
            made.add(value());
        }
        at++;
        return made;
    }

    private String string() {
        StringBuilder made = new StringBuilder();
        expect("\"");
        for (char c = peek(); c != '"'; c = peek()) {
            at++;
            made.append(c == '\\' ? escaped() : c);
        }
        at++;
        return made.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        if (c != 'u')
            return c == 'n' ? '\n'
            : c == 't'      ? '\t'
            : c == 'r'      ? '\r'
            : c == 'b'      ? '\b'
            : c == 'f'      ? '\f'
                            : c;
        at += 4;
        if (at > text.length()) throw fault();
        return (char)Integer.parseInt(text.substring(at - 4, at), 16);
    }

    private Object number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
        String digits = text.substring(from, at);
        if (digits.isEmpty()) throw fault();
        if (digits.matches("-?[0-9]+")) return Long.valueOf(digits);
        return Double.valueOf(digits);
    }
}
