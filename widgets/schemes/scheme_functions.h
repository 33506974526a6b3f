#pragma once

#include "widgets/schemes/scheme_edits.h"
#include "widgets/schemes/scheme_part.h"

#include <array>

class QLabel;
class QVBoxLayout;

namespace bubblescope {

class FormulaEdit;
class LinkButton;
class PickCombo;

/// The kind of a scheme, its two functions and its priority. Formulas are checked as they are typed; editing the
/// formula of a kind makes the scheme custom.
class SchemeFunctions : public SchemePart {
    Q_OBJECT
public:
    explicit SchemeFunctions(AskForScheme ask, QWidget* parent = nullptr);

    void forgetDrafts() override;
    bool showRefusal(const QString& key, const QString& sentence) override;
    /// Tries drafts again, because a new parameter may be one that they use.
    void retryDrafts();

    PickCombo* kind() const { return m_kind; }
    PickCombo* priority() const { return m_priority; }
    FormulaEdit* formula(SchemeFunction function) const { return field(function).edit; }
    /// Why a draft is not accepted.
    QString reason(SchemeFunction function) const { return field(function).reason; }
    /// The reason of the first draft that is not accepted; empty if all are accepted.
    QString draftReason() const;
    /// The line below a formula: why it is not accepted or does not run, otherwise its meaning.
    QString lineText(SchemeFunction function) const;
    /// Offers to add an unknown name of a draft as a parameter; hidden without one.
    LinkButton* offer(SchemeFunction function) const { return field(function).offer; }

signals:
    /// draftReason() has changed.
    void draftChanged();

protected:
    void refresh() override;
    void focusInEvent(QFocusEvent* event) override;

private:
    struct Field {
        QWidget* box = nullptr;
        FormulaEdit* edit = nullptr;
        QLabel* line = nullptr;
        LinkButton* offer = nullptr;
        QString hint, reason, refusal;
        QString unknown;  // an undefined name that a draft uses
    };

    Field& field(SchemeFunction function) { return m_fields[static_cast<std::size_t>(function)]; }
    const Field& field(SchemeFunction function) const { return m_fields[static_cast<std::size_t>(function)]; }
    void addField(QVBoxLayout* layout, SchemeFunction function, const QString& word, const QString& name,
                  const QString& hint);
    void setText(SchemeFunction function, const QString& text, int gesture);
    void addUnknown(SchemeFunction function);
    void pickPriority(const QString& id);
    void showLine(Field& field);
    QString help() const;

    std::array<Field, 3> m_fields;
    QString m_told;  // the draftReason() last reported
    PickCombo* m_kind = nullptr;
    PickCombo* m_priority = nullptr;
    LinkButton* m_helpButton = nullptr;
    QLabel* m_help = nullptr;
};

}  // namespace bubblescope
