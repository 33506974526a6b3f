#pragma once

#include "widgets/schemes/scheme_part.h"

#include <map>

class QLineEdit;

namespace bubblescope {

class LinkButton;
class ParamSlider;
class ParameterForm;

/// The whole numbers of a scheme: its named parameters, which a custom scheme can add, rename and remove, and its
/// numbers of batches, stages and workers.
class SchemeNumbers : public SchemePart {
    Q_OBJECT
public:
    explicit SchemeNumbers(AskForScheme ask, QWidget* parent = nullptr);

    void forgetDrafts() override;
    bool showRefusal(const QString& key, const QString& sentence) override;

    /// The row of a parameter or of "batches", "stages", "workers"; null if there is none.
    ParamSlider* row(const std::string& name) const;
    /// The field that renames a parameter of a custom scheme; null for other schemes.
    QLineEdit* nameEdit(const std::string& name) const;
    LinkButton* addButton() const { return m_add; }

signals:
    /// Formulas that could not be read may be valid now.
    void parametersChanged();

protected:
    void refresh() override;

private:
    bool isOwn(const std::string& name) const;
    /// The key of its row: a custom scheme's own parameter may have the name of another scheme's.
    std::string keyOf(const std::string& name) const { return isOwn(name) ? "parameters." + name : name; }
    void addNaming(const std::string& name);
    void edit(const std::string& name, int value, int gesture);
    void showReason(const std::string& name, const QString& reason);
    void rename(const std::string& from, const QString& to);
    void remove(const std::string& name);
    void addParameter();

    ParameterForm* m_rows = nullptr;
    std::map<std::string, QLineEdit*> m_nameEdits;  // of the parameters of a custom scheme
    LinkButton* m_add = nullptr;
};

}  // namespace bubblescope
