#pragma once

#include "app/documents/document.h"
#include "app/documents/edit_command.h"
#include "widgets/kit/edit.h"
#include "widgets/kit/format.h"

#include <memory>
#include <utility>

namespace bubblescope {

/// A document whose content is one value.
///
/// Shapes  Value has a title and operator==; Kept is the form in which the history stores a value, and converts to it
template <class Value, class Kept = Value>
class DocumentOf : public Document {
public:
    const Value& value() const { return m_value; }

    QString title() const override { return QString::fromStdString(m_value.title); }
    void setTitle(const QString& title) override {
        Value after = m_value;
        after.title = title.toStdString();
        apply({std::move(after), tr("Change title")});
    }

    /// Applies an edit as one step of undo. A value that check() rejects is not applied: refused() carries the reason.
    virtual void apply(const Edit<Value>& edit) {
        if (edit.after == m_value) return;
        if (const auto ok = check(edit.after); !ok) return emit refused(toQString(ok.error().text()));
        push(edit.what, std::make_shared<const Kept>(edit.after), edit.gesture);
    }

    /// Replaces the content: by a preset or a picture's content, which have no path, by a file's content, or by the
    /// draft of an earlier run of the program.
    virtual void start(const Value& value, const Origin& origin) {
        startOver(origin);
        emit opened();
        show(std::make_shared<const Kept>(value));
        emit fileChanged();
    }

    Draft draft() const override { return {text(), false, {name(), path(), isClean()}}; }

protected:
    using KeptPointer = std::shared_ptr<const Kept>;

    DocumentOf(const DocumentKind& kind, const Value& value, QObject* parent)
        : Document(kind, parent), m_value(value), m_kept(std::make_shared<const Kept>(value)) {}

    const KeptPointer& kept() const { return m_kept; }

    virtual Result<void> check(const Value&) const { return {}; }
    /// The value as the text of a file.
    virtual std::string text() const = 0;
    Result<std::string> contents() const override { return text(); }

    virtual void show(KeptPointer kept) {
        m_kept = std::move(kept);
        m_value = static_cast<Value>(*m_kept);
        emit changed();
    }
    /// Shows a value, as a step of undo.
    void push(const QString& what, KeptPointer after, int gesture) {
        undoStack().push(new EditCommand<Kept>(what, m_kept, std::move(after), gesture,
                                               [this](KeptPointer kept) { show(std::move(kept)); }));
    }

private:
    Value m_value;
    KeptPointer m_kept;  // the same value
};

}  // namespace bubblescope
