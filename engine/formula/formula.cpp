#include "engine/formula/formula.h"

#include "engine/core/text.h"

#include <muParser.h>
#include <algorithm>
#include <charconv>
#include <cmath>

namespace bubblescope {

namespace {

/// a div b.
double floorOfQuotient(double a, double b) { return std::floor(a / b); }

/// a mod b, in [0, |b|).
double remainderOf(double a, double b) {
    const double size = std::abs(b), rest = std::fmod(a, size);
    if (!(rest < 0)) return rest + 0.0;
    return rest + size < size ? rest + size : 0.0;
}

constexpr std::string_view kWordOperators[] = {"div", "mod"};
/// Longer ones first, so that <= is not read as <.
constexpr std::string_view kOperators[] = {"<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/", "^", "<", ">"};

/// A parser that knows no symbols yet.
mu::Parser plainParser() {
    mu::Parser parser;
    parser.EnableOptimizer(false);  // it reorders sums, which changes their rounding
    parser.DefineOprt("div", floorOfQuotient, mu::prMUL_DIV, mu::oaLEFT);
    parser.DefineOprt("mod", remainderOf, mu::prMUL_DIV, mu::oaLEFT);
    return parser;
}

/// What muParser calls by name: functions with their numbers of arguments (-1 for one or more), and constants.
struct Vocabulary {
    std::vector<std::pair<std::string, int>> functions;
    std::vector<std::string> constants;

    const std::pair<std::string, int>* function(std::string_view name) const {
        const auto found =
            std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.first == name; });
        return found == functions.end() ? nullptr : &*found;
    }
    bool isConstant(std::string_view name) const {
        return std::find(constants.begin(), constants.end(), name) != constants.end();
    }
};

const Vocabulary& vocabulary() {
    static const Vocabulary kVocabulary = [] {
        Vocabulary made;
        const mu::Parser parser = plainParser();
        for (const auto& [name, function] : parser.GetFunDef()) made.functions.emplace_back(name, function.GetArgc());
        for (const auto& [name, value] : parser.GetConst()) made.constants.push_back(name);
        return made;
    }();
    return kVocabulary;
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

template <class Names>
bool contains(const Names& names, std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Walks over the text once and refuses everything that muParser would read differently than documented, or would
/// report without the place.
class Checker {
public:
    Checker(std::string_view text, std::span<const std::string_view> symbols) : m_text(text), m_symbols(symbols) {}

    Result<void> check() {
        if (m_text.size() > kMaxFormulaLength)
            return at(kMaxFormulaLength,
                      "the formula is longer than " + std::to_string(kMaxFormulaLength) + " characters");
        skipSpaces();
        while (m_at < m_text.size()) {
            if (auto ok = m_isOperandNext ? operand() : afterOperand(); !ok) return ok;
            skipSpaces();
        }
        if (m_text.find_first_not_of(" \t\r\n") == std::string_view::npos) return Error{"the formula is empty", {}};
        if (m_isOperandNext) return at(m_text.size(), "expected a number, a name or ( at the end");
        if (!m_open.empty())
            return at(m_open.back().at, m_open.back().kind == '?' ? "the ? has no :" : "the ( is never closed");
        return {};
    }

    /// Spaces between functions and their arguments, [from, to), in the order of the text.
    const std::vector<std::pair<std::size_t, std::size_t>>& gaps() const { return m_gaps; }

    /// Indexes into the symbols.
    std::vector<std::size_t> uses() && {
        std::sort(m_uses.begin(), m_uses.end());
        m_uses.erase(std::unique(m_uses.begin(), m_uses.end()), m_uses.end());
        return std::move(m_uses);
    }

private:
    /// What is still open: a parenthesis, the parenthesis of a function, or a ? without its :.
    struct Open {
        char kind;  // '(', 'f' or '?'
        std::size_t at;
        std::string_view function = {};
        int expects = 0;
        int arguments = 1;
    };

    Result<void> operand() {
        const char c = m_text[m_at];
        if (isDigit(c) || c == '.') return number();
        if (isLetter(c)) return name();
        if (c == '(') return open({'(', m_at});
        if ((c == '-' || c == '+') && !m_isSigned) {
            m_isSigned = true;
            ++m_at;
            return {};
        }
        return at(m_at, "expected a number, a name or (, not " + seen());
    }

    Result<void> number() {
        const std::size_t begin = m_at;
        const auto digits = [&] {
            while (m_at < m_text.size() && isDigit(m_text[m_at])) ++m_at;
        };
        digits();
        if (m_at < m_text.size() && m_text[m_at] == '.') ++m_at, digits();
        if (m_at < m_text.size() && (m_text[m_at] == 'e' || m_text[m_at] == 'E')) {
            const std::size_t sign = m_text.find_first_not_of("+-", m_at + 1) == m_at + 2 ? 1 : 0;
            if (m_at + 1 + sign < m_text.size() && isDigit(m_text[m_at + 1 + sign])) m_at += 1 + sign, digits();
        }
        double value = 0;
        const auto [end, code] = std::from_chars(m_text.data() + begin, m_text.data() + m_at, value);
        if (code == std::errc::result_out_of_range) return at(begin, "the number is too large or too small");
        if (code != std::errc() || end != m_text.data() + m_at) return at(begin, "this is not a number");
        return operandEnded();
    }

    Result<void> name() {
        const std::size_t begin = m_at;
        const std::string_view word = readWord();
        if (contains(kWordOperators, word))
            return at(begin, std::string(word) + " needs a value on both sides, e.g. 7 " + std::string(word) + " 2");
        if (const auto symbol = std::find(m_symbols.begin(), m_symbols.end(), word); symbol != m_symbols.end()) {
            m_uses.push_back(static_cast<std::size_t>(symbol - m_symbols.begin()));
            return operandEnded();
        }
        if (vocabulary().isConstant(word)) return operandEnded();
        const auto* function = vocabulary().function(word);
        if (!function) return unknownName(begin, word);
        const std::size_t end = m_at;
        skipSpaces();
        m_gaps.push_back({end, m_at});
        if (m_at == m_text.size() || m_text[m_at] != '(')
            return at(begin, "the function " + function->first + " needs arguments in ( )");
        return open({'f', m_at, function->first, function->second});
    }

    Result<void> afterOperand() {
        const std::size_t begin = m_at;
        const char c = m_text[m_at];
        if (c == ')') return close();
        if (c == ',') return comma();
        if (c == '?') return open({'?', m_at});
        if (c == ':') {
            if (m_open.empty() || m_open.back().kind != '?') return at(m_at, "this : has no ? before it");
            m_open.pop_back();
            return operatorEnded(1);
        }
        if (isLetter(c) && contains(kWordOperators, readWord())) return operatorEnded(0);
        m_at = begin;
        for (const std::string_view sign : kOperators)
            if (m_text.substr(m_at).starts_with(sign)) return operatorEnded(sign.size());
        if (c == '=') return at(m_at, "= is not allowed; use == to compare");
        return at(m_at, "expected an operator or ), not " + seen());
    }

    Result<void> open(Open begun) {
        if (m_open.size() == kMaxFormulaDepth)
            return at(m_at, "the formula is nested more than " + std::to_string(kMaxFormulaDepth) + " deep");
        m_open.push_back(begun);
        return operatorEnded(1);
    }

    Result<void> close() {
        if (m_open.empty()) return at(m_at, "this ) has no matching (");
        const Open& last = m_open.back();
        if (last.kind == '?') return at(last.at, "the ? has no :");
        if (last.kind == 'f' && last.expects >= 0 && last.arguments != last.expects)
            return at(last.at, std::string(last.function) + " needs " + std::to_string(last.expects) +
                                   (last.expects == 1 ? " argument" : " arguments") + ", has " +
                                   std::to_string(last.arguments));
        m_open.pop_back();
        ++m_at;
        return operandEnded();
    }

    Result<void> comma() {
        if (!m_open.empty() && m_open.back().kind == '?') return at(m_open.back().at, "the ? has no :");
        if (m_open.empty() || m_open.back().kind != 'f')
            return at(m_at, "a comma can only separate the arguments of a function; decimals use a point");
        ++m_open.back().arguments;
        return operatorEnded(1);
    }

    Result<void> operandEnded() { return m_isOperandNext = false, Result<void>(); }
    Result<void> operatorEnded(std::size_t length) {
        m_at += length;
        m_isOperandNext = true;
        m_isSigned = false;
        return {};
    }

    std::string_view readWord() {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at]))) ++m_at;
        return m_text.substr(begin, m_at - begin);
    }

    void skipSpaces() {
        while (m_at < m_text.size() && isSpace(m_text[m_at])) ++m_at;
    }

    /// What is at this place, quoted: a whole word, or a character, which may have several bytes.
    std::string seen() const {
        std::size_t length = 1;
        const auto more = [&](char c) {
            return isLetter(m_text[m_at]) ? isLetter(c) || isDigit(c)
                                          : (static_cast<unsigned char>(c) & 0xc0u) == 0x80u;
        };
        while (m_at + length < m_text.size() && more(m_text[m_at + length])) ++length;
        return '"' + shortened(m_text.substr(m_at, length)) + '"';
    }

    Error unknownName(std::size_t where, std::string_view word) const {
        // Functions are suggested only if the name is close: "cos" does not help a person who names a number.
        std::vector<std::string_view> known(m_symbols.begin(), m_symbols.end());
        for (const auto& [name, arguments] : vocabulary().functions)
            if (isNear(word, name)) known.push_back(name);
        return at(where, "unknown name \"" + shortened(word) + "\"; nearest: \"" + nearestName(word, known) + '"');
    }

    Error at(std::size_t where, const std::string& what) const {
        constexpr std::size_t kLongestShown = 80;
        return {'"' + shortened(m_text, kLongestShown) + "\", column " + std::to_string(where + 1) + ": " + what, {}};
    }

    std::string_view m_text;
    std::span<const std::string_view> m_symbols;
    std::size_t m_at = 0;
    bool m_isOperandNext = true;
    bool m_isSigned = false;
    std::vector<Open> m_open;
    std::vector<std::size_t> m_uses;
    std::vector<std::pair<std::size_t, std::size_t>> m_gaps;
};

}  // namespace

struct Formula::Parsed {
    mu::Parser parser = plainParser();
    std::vector<std::size_t> uses;
    std::vector<double> values;  // of those symbols: muParser reads them here
};

Formula::Formula(std::unique_ptr<Parsed> parsed) : m_parsed(std::move(parsed)) {}
Formula::Formula(Formula&&) noexcept = default;
Formula& Formula::operator=(Formula&&) noexcept = default;
Formula::~Formula() = default;

Result<Formula> Formula::parse(std::string_view text, std::span<const std::string_view> symbols) {
    Checker checker(text, symbols);
    if (auto ok = checker.check(); !ok) return ok.error();
    auto parsed = std::make_unique<Parsed>();
    const auto gaps = checker.gaps();
    parsed->uses = std::move(checker).uses();
    parsed->values.resize(parsed->uses.size());
    std::string line(text);
    std::replace_if(line.begin(), line.end(), isSpace, ' ');
    // muParser does not accept a space between a function and its arguments.
    for (auto gap = gaps.rbegin(); gap != gaps.rend(); ++gap) line.erase(gap->first, gap->second - gap->first);
    try {
        for (std::size_t i = 0; i < parsed->uses.size(); ++i)
            parsed->parser.DefineVar(std::string(symbols[parsed->uses[i]]), &parsed->values[i]);
        parsed->parser.SetExpr(line);
        parsed->parser.Eval();
    } catch (const mu::ParserError& error) {
        return Error{'"' + shortened(text, 80) + "\", column " + std::to_string(std::max(error.GetPos(), 0) + 1) +
                         ": " + shortened(error.GetMsg(), 200),
                     {}};
    }
    return Formula(std::move(parsed));
}

const std::vector<std::size_t>& Formula::uses() const { return m_parsed->uses; }

double Formula::value(std::span<const double> values) const {
    for (std::size_t i = 0; i < m_parsed->uses.size(); ++i) m_parsed->values[i] = values[m_parsed->uses[i]];
    return m_parsed->parser.Eval();
}

Result<void> checkSymbol(std::string_view name) {
    constexpr std::size_t kLongest = 32;
    const bool isWord = !name.empty() && name.size() <= kLongest && !isDigit(name[0]) &&
                        std::all_of(name.begin(), name.end(), [](char c) { return isLetter(c) || isDigit(c); });
    if (!isWord)
        return Error{"a name must have at most " + std::to_string(kLongest) +
                         " letters, digits and _, and must not begin with a digit",
                     {}};
    if (contains(kWordOperators, name) || vocabulary().isConstant(name) || vocabulary().function(name))
        return Error{"this name has another meaning in formulas; choose a different one", {}};
    return {};
}

std::string formulaValueText(double value) {
    if (std::isnan(value)) return "not a number";
    if (std::isinf(value)) return "infinite";
    // Enough digits to read, but all digits if rounding would turn a fraction into a whole number: 2.0000000001.
    constexpr int kEnough = 7;
    char digits[64];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), value, std::chars_format::general, kEnough);
    double rounded = value;
    std::from_chars(digits, end.ptr, rounded);
    if (rounded != std::floor(rounded)) return {digits, end.ptr};
    return {digits, std::to_chars(std::begin(digits), std::end(digits), value).ptr};
}

}  // namespace bubblescope
