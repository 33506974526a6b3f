#pragma once

#include "widgets/schemes/scheme_part.h"

#include <vector>

class QLineEdit;
class QVBoxLayout;

namespace bubblescope {

class LinkButton;
class ParamSlider;

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
    struct Row {
        std::string name;
        bool isOwn = false;  // a parameter of a custom scheme
        ParamSlider* slider = nullptr;
        QLineEdit* nameEdit = nullptr;
    };

    Row makeRow(const std::string& name, bool isOwn);
    const Row* find(const std::string& name) const;
    void addNaming(Row& row);
    void edit(const std::string& name, double value, int gesture);
    void rename(const std::string& from, const QString& to);
    void remove(const std::string& name);
    void addParameter();
    void orderTabs();

    std::vector<Row> m_rows;
    QVBoxLayout* m_list = nullptr;
    LinkButton* m_add = nullptr;
};

}  // namespace bubblescope
